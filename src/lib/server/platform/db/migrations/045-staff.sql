-- ── staff ──────────────────────────────────────────────────────────────────
-- role: one of the ready-made roles of domain/staff/roles.ts. business_ids and feature_ids: what the account may see; null is all. Who has no password was invited and has not come yet. totp_step: the last time step
-- whose code was used, so that a code counts once; a secret without a step is not confirmed yet and is not asked for.
-- recovery_hashes: codes for the day on which the second factor is lost; each counts once.
CREATE TABLE staff (
  staff_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role text NOT NULL,
  business_ids int[],
  feature_ids int[],
  password_hash text,
  totp_secret bytea,
  totp_step bigint,
  recovery_hashes bytea[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  CHECK (totp_step IS NULL OR totp_secret IS NOT NULL)
);
CREATE UNIQUE INDEX staff_by_email ON staff (lower(email));

-- Sessions of staff have a cookie of their own. is_open: the second factor was given, or there is none.
CREATE TABLE staff_session (
  sid_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  staff_id int NOT NULL REFERENCES staff ON DELETE CASCADE,
  is_open boolean NOT NULL,
  device text NOT NULL DEFAULT '',
  address text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX staff_session_by_staff ON staff_session (staff_id);

-- A link by which somebody sets a password, once.
CREATE TABLE staff_invitation (
  token_hash bytea PRIMARY KEY,
  staff_id int NOT NULL REFERENCES staff ON DELETE CASCADE,
  invited_by int REFERENCES staff ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX staff_invitation_by_staff ON staff_invitation (staff_id);

-- Everything that staff do: who, what, on whom, from where; for owners to read, for 24 months. staff_id is null if nobody was known: a sign-in that failed, or
-- an act at this machine's terminal. address: null is this machine.
CREATE TABLE staff_audit (
  audit_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  staff_id int,
  action text NOT NULL,
  subject text NOT NULL,
  business_id int,
  facts jsonb,
  address text,
  device text NOT NULL DEFAULT ''
);
CREATE INDEX staff_audit_by_staff ON staff_audit (staff_id, audit_id);
CREATE INDEX staff_audit_by_time ON staff_audit USING brin (at);
