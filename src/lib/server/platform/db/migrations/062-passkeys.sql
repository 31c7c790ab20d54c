-- Passkeys of staff. passkey_handle: what a passkey keeps of whose it is; it says nothing about the person.
ALTER TABLE staff ADD COLUMN passkey_handle uuid NOT NULL DEFAULT gen_random_uuid();

-- public_key: COSE, as the device gave it. sign_count: what the device last said of its uses; it never goes back, and stays 0 where the device does not count.
CREATE TABLE staff_passkey (
  credential_id bytea PRIMARY KEY CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
  passkey_id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  staff_id int NOT NULL REFERENCES staff ON DELETE CASCADE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}',
  added_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX staff_passkey_by_staff ON staff_passkey (staff_id);

-- What a passkey is asked to sign, once. bound_to: the hash of the browser's secret, of the visitor for a sign-in, else of the session of staff. name: of the
-- passkey that is being added.
CREATE TABLE staff_challenge (
  bound_to bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign in', 'prove', 'add')),
  challenge text NOT NULL,
  name text,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (bound_to, purpose),
  CHECK ((purpose = 'add') = (name IS NOT NULL))
);
