-- A released lock is kept until its time would have run out: who locks again goes on with the same time instead of a new one.
ALTER TABLE seat_claim ADD COLUMN released_until timestamptz;
-- The network that the visitor's address belongs to; null for this machine itself.
ALTER TABLE seat_claim ADD COLUMN network text;
CREATE INDEX seat_claim_by_network ON seat_claim (presentation_id, network) WHERE state = 'H' AND network IS NOT NULL;

DROP FUNCTION claim_seat(int, int, uuid, int, int, text);

-- Claims one seat or place for a visitor until the end of the visitor's other locks on the presentation, else for so many seconds.
-- claimed is null where it was refused; refusal says why: 'limit' (the visitor has as many others as are allowed), 'wait' (the visitor's locks ran out
-- less than so many seconds ago), 'network' (the visitor's network has as many as are allowed), 'taken' (or the plan is no longer the one that the caller read).
-- The visitor's claims come one after the other, behind the row of the session: each statement in here sees what was committed before it began, so none
-- counts the others too low. now() is the beginning of the call, so a wait in here never lets a lock end early.
CREATE FUNCTION claim_seat(show int, seat int, visitor uuid, seconds int, most int, plan_version text, wait_seconds int, from_network text, network_most int,
  OUT claimed int, OUT refusal text)
LANGUAGE plpgsql AS $$
DECLARE
  ends timestamptz;
  ran_out timestamptz;
  is_extended boolean;
  others int;
BEGIN
  PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO session (uuid) VALUES (visitor) ON CONFLICT (uuid) DO NOTHING;
    PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  END IF;
  SELECT coalesce(min(c.expires_at) FILTER (WHERE c.expires_at > now()), max(c.released_until) FILTER (WHERE c.released_until > now())),
         max(c.expires_at) FILTER (WHERE c.released_until IS NULL AND c.expires_at <= now()),
         bool_or(c.extended) FILTER (WHERE coalesce(c.released_until, c.expires_at) > now()),
         count(*) FILTER (WHERE c.seat_id <> seat AND c.expires_at > now())
    INTO ends, ran_out, is_extended, others
  FROM seat_claim c WHERE c.presentation_id = show AND c.holder = visitor AND c.state = 'H';
  IF others >= most THEN refusal := 'limit'; RETURN; END IF;
  IF ends IS NULL AND ran_out > now() - wait_seconds * interval '1 second' THEN refusal := 'wait'; RETURN; END IF;
  IF from_network IS NOT NULL AND network_most <= (
    SELECT count(*) FROM seat_claim c
    WHERE c.presentation_id = show AND c.network = from_network AND c.state = 'H' AND c.expires_at > now() AND c.seat_id <> seat
  ) THEN refusal := 'network'; RETURN; END IF;
  INSERT INTO seat_claim AS c (presentation_id, seat_id, state, holder, claimed_at, expires_at, extended, network)
  SELECT show, seat, 'H', visitor, now(), coalesce(ends, now() + seconds * interval '1 second'), coalesce(is_extended, false), from_network
  WHERE EXISTS (SELECT FROM presentation p JOIN seatplan s USING (seatplan_id) WHERE p.presentation_id = show AND s.version = plan_version)
  ON CONFLICT (presentation_id, seat_id) DO UPDATE
     SET holder = excluded.holder, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at, extended = excluded.extended,
         network = excluded.network, released_until = NULL
   WHERE c.state = 'H' AND (c.holder = excluded.holder OR c.expires_at <= excluded.claimed_at)
  RETURNING c.seat_id INTO claimed;
  IF claimed IS NULL THEN refusal := 'taken'; RETURN; END IF;
  INSERT INTO audit (action, subject, uuid) VALUES ('lock', show || ':' || seat, visitor);
END $$;

-- Claims the first of several groups of seats that can be had whole, in one transaction; what somebody else is claiming at this moment is not waited for.
-- sizes cuts seats into groups; a group's seats ascend, so that callers wait for each other in one direction at most. dropped are seats of the visitor's own
-- that are freed where a group was had, and kept where none was. chosen counts groups from 1; null where none was had, and refusal is the last reason.
CREATE FUNCTION claim_group(show int, seats int[], sizes int[], dropped int[], visitor uuid, seconds int, most int, plan_version text, wait_seconds int,
  from_network text, network_most int, OUT chosen int, OUT refusal text)
LANGUAGE plpgsql AS $$
DECLARE
  first int := 1;
  seat int;
  had record;
BEGIN
  PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  PERFORM set_config('lock_timeout', '30ms', true);
  FOR n IN 1 .. cardinality(sizes) LOOP
    BEGIN
      UPDATE seat_claim c SET expires_at = now(), released_until = c.expires_at
       WHERE c.presentation_id = show AND c.seat_id = ANY (dropped) AND c.holder = visitor AND c.state = 'H' AND c.expires_at > now();
      FOREACH seat IN ARRAY seats[first : first + sizes[n] - 1] LOOP
        SELECT * INTO had FROM claim_seat(show, seat, visitor, seconds, most, plan_version, wait_seconds, from_network, network_most);
        IF had.claimed IS NULL THEN RAISE EXCEPTION USING ERRCODE = 'SH001', MESSAGE = had.refusal; END IF;
      END LOOP;
      chosen := n;
      refusal := NULL;
      INSERT INTO audit (action, subject, uuid) SELECT 'unlock', show || ':' || d, visitor FROM unnest(dropped) AS d;
      RETURN;
    EXCEPTION
      WHEN SQLSTATE 'SH001' THEN refusal := SQLERRM;
      WHEN lock_not_available OR deadlock_detected THEN refusal := 'taken';
    END;
    IF refusal <> 'taken' THEN RETURN; END IF;
    first := first + sizes[n];
  END LOOP;
END $$;
