-- Claims one seat or place for a visitor until the end of the visitor's other locks on the presentation, else for so many seconds.
-- claimed is null where it is taken, where the visitor has as many others as are allowed, or where the plan is no longer the one that the caller read.
-- The visitor's claims come one after the other, behind the row of the session: each statement in here sees what was committed before it began, so none
-- counts the others too low. now() is the beginning of the call, so a wait in here never lets a lock end early.
CREATE FUNCTION claim_seat(show int, seat int, visitor uuid, seconds int, most int, plan_version text, OUT claimed int, OUT others int)
LANGUAGE plpgsql AS $$
DECLARE
  ends timestamptz;
  is_extended boolean;
BEGIN
  PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO session (uuid) VALUES (visitor) ON CONFLICT (uuid) DO NOTHING;
    PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  END IF;
  SELECT min(c.expires_at), bool_or(c.extended), count(*) FILTER (WHERE c.seat_id <> seat) INTO ends, is_extended, others
  FROM seat_claim c WHERE c.presentation_id = show AND c.holder = visitor AND c.state = 'H' AND c.expires_at > now();
  IF others >= most THEN RETURN; END IF;
  INSERT INTO seat_claim AS c (presentation_id, seat_id, state, holder, claimed_at, expires_at, extended)
  SELECT show, seat, 'H', visitor, now(), coalesce(ends, now() + seconds * interval '1 second'), coalesce(is_extended, false)
  WHERE EXISTS (SELECT FROM presentation p JOIN seatplan s USING (seatplan_id) WHERE p.presentation_id = show AND s.version = plan_version)
  ON CONFLICT (presentation_id, seat_id) DO UPDATE
     SET holder = excluded.holder, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, extended = excluded.extended
   WHERE c.state = 'H' AND (c.holder = excluded.holder OR c.expires_at <= excluded.claimed_at)
  RETURNING c.seat_id INTO claimed;
  IF claimed IS NOT NULL THEN INSERT INTO audit (action, subject, uuid) VALUES ('lock', show || ':' || seat, visitor); END IF;
END $$;

-- Orders that were given up because the provider had not seen their charge: it is asked again for a while.
CREATE INDEX orders_given_up ON orders (created_at) WHERE failure_code = 'PAYMENT_TIMEOUT';
