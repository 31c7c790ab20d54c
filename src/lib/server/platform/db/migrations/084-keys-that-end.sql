-- A key may be for a time: days says for how long it was made, null for good; from expires_at on it opens nothing. One that is replaced ends before.
ALTER TABLE api_key ADD COLUMN days int CHECK (days > 0);
ALTER TABLE api_key ADD COLUMN expires_at timestamptz;
