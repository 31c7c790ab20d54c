-- Outside systems that send people here to order, and to which what is ordered leads back.
CREATE TABLE integration (
  integration_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The first part of its `key`.
  key_id text NOT NULL UNIQUE,
  -- By language; Hebrew is always there.
  names jsonb NOT NULL CHECK (names ? 'he'),
  -- https addresses below which a return address has to be.
  return_bases text[] NOT NULL CHECK (return_bases <> '{}'),
  -- null: of everything; else of orders of these businesses only.
  business_ids int[] CHECK (business_ids <> '{}'),
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);

-- Of one integration only, and told its return addresses.
ALTER TABLE webhook ADD COLUMN integration_id int REFERENCES integration;
CREATE INDEX webhook_by_integration ON webhook (integration_id) WHERE integration_id IS NOT NULL;

-- What such a system has opened for a visitor. One request opens one, once; it is good until it expires, for one order.
CREATE TABLE integration_opening (
  opening_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  integration_id int NOT NULL REFERENCES integration,
  -- Hash of the integrationId.
  id_hash bytea NOT NULL UNIQUE,
  -- The signature of the request.
  signature bytea NOT NULL,
  uuid uuid NOT NULL,
  return_url text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- The order that took it. One that failed gives it back.
  order_id uuid,
  UNIQUE (integration_id, signature)
);
CREATE INDEX integration_opening_by_visitor ON integration_opening (uuid, opening_id);
CREATE INDEX integration_opening_expired ON integration_opening (expires_at);

-- By which integration an order was begun.
ALTER TABLE orders ADD COLUMN opening_id bigint REFERENCES integration_opening;
CREATE INDEX orders_by_opening ON orders (opening_id) WHERE opening_id IS NOT NULL;
