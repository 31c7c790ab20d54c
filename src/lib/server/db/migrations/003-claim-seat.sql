-- Claims one seat or place for a visitor until the end of the visitor's other locks on the presentation, else for so many seconds.
-- claimed is null where it is taken, where the visitor has as many others as are allowed, or where the plan is no longer the one that the caller read.
-- The visitor's claims come one after the other, behind the row of the session: each statement in here sees what was committed before it began, so none
-- counts the others too low. now() is the beginning of the call, so a wait in here never lets a lock end early.
CREATE FUNCTION claim_seat(show int, seat int, visitor uuid, seconds int, most int, plan_version text)
RETURNS TABLE (claimed int, others int) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM session WHERE uuid = visitor FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO session (uuid) VALUES (visitor) ON CONFLICT (uuid) DO NOTHING;
    PERFORM 1 FROM session WHERE uuid = visitor FOR UPDATE;
  END IF;
  RETURN QUERY
  WITH mine AS (
    SELECT min(expires_at) AS expires_at, bool_or(extended) AS extended, (count(*) FILTER (WHERE seat_id <> seat))::int AS others
    FROM seat_claim WHERE presentation_id = show AND holder = visitor AND state = 'H' AND expires_at > now()
  ), won AS (
    INSERT INTO seat_claim AS c (presentation_id, seat_id, state, holder, claimed_at, expires_at, extended)
    SELECT show, seat, 'H', visitor, now(), coalesce(mine.expires_at, now() + seconds * interval '1 second'), coalesce(mine.extended, false)
    FROM mine WHERE mine.others < most AND EXISTS (
      SELECT 1 FROM presentation p JOIN seatplan s USING (seatplan_id) WHERE p.presentation_id = show AND s.version = plan_version)
    ON CONFLICT (presentation_id, seat_id) DO UPDATE
       SET holder = excluded.holder, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, extended = excluded.extended
     WHERE c.state = 'H' AND (c.holder = excluded.holder OR c.expires_at <= excluded.claimed_at)
    RETURNING seat_id
  ), logged AS (INSERT INTO audit (action, subject, uuid) SELECT 'lock', show || ':' || seat_id, visitor FROM won)
  SELECT (SELECT seat_id FROM won), mine.others FROM mine;
END $$;

-- Orders that were given up because the provider had not seen their charge: it is asked again for a while.
CREATE INDEX orders_given_up ON orders (created_at) WHERE failure_code = 'PAYMENT_TIMEOUT';
