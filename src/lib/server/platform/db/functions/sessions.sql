-- How long a sign-in lasts: two weeks without a visit, three months in all.
CREATE OR REPLACE FUNCTION is_signed_in(s session) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.signed_in_at > now() - interval '90 days' AND s.last_seen_at > now() - interval '14 days'
$$;

-- A session whose cookie's secret changes is told to all processes as the change is committed, whichever statement made it: they remember for a few seconds
-- whose secret is whose. The old secret's hash counts no more, and nothing can be had with it.
CREATE OR REPLACE FUNCTION tell_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shura_sessions', OLD.uuid || ' ' || coalesce(encode(OLD.sid_hash, 'base64'), ''));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER session_changed AFTER UPDATE OF sid_hash ON session FOR EACH ROW
  WHEN (OLD.sid_hash IS DISTINCT FROM NEW.sid_hash) EXECUTE FUNCTION tell_session_changed();
