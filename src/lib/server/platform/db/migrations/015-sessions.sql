-- A session whose cookie's secret changes is told to all processes as the change is committed, whichever statement made it: they remember for a few seconds
-- whose secret is whose. The old secret's hash counts no more, and nothing can be had with it.
CREATE FUNCTION tell_session_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shura_sessions', OLD.uuid || ' ' || coalesce(encode(OLD.sid_hash, 'base64'), ''));
  RETURN NULL;
END $$;
CREATE TRIGGER session_changed AFTER UPDATE OF sid_hash ON session FOR EACH ROW
  WHEN (OLD.sid_hash IS DISTINCT FROM NEW.sid_hash) EXECUTE FUNCTION tell_session_changed();
