-- Keys by which other servers call. A key is shown once; its prefix tells it from others.
CREATE TABLE api_key (
  api_key_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  prefix text NOT NULL UNIQUE,
  key_hash bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (scopes <> '{}' AND scopes <@ ARRAY['catalogue', 'availability', 'orders', 'webhooks']),
  -- Whose orders and webhooks it reads; null: everybody's, empty: nobody's.
  business_ids int[],
  calls_per_minute int NOT NULL CHECK (calls_per_minute BETWEEN 1 AND 100000),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
