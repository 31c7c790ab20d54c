-- Claims one seat or place for a visitor until the end of the visitor's other locks on the presentation, else for so many seconds.
-- claimed is null if it was refused; refusal says why: 'limit' (the visitor has as many others as are allowed), 'wait' (the visitor's time ran out less than
-- so many seconds ago), 'network' (the visitor's network has as many as are allowed), 'taken' (also if it is kept for others, or the plan is no longer the one that the caller read).
-- for_membership: the membership that the seat is bought with; null: none.
-- retry_seconds: after which a 'wait' is over, or the first of the network's locks ends.
-- The visitor's claims come one after the other, behind the row of the session: each statement in here sees what was committed before it began, so none
-- counts the others too low. now() is the beginning of the call, so a wait in here never lets a lock end early. Claims of one network are not kept apart in
-- here, because a gate for each network could make statements that claim for several wait for each other in a circle: the caller keeps them apart.
-- Plans are kept from the first calls, when the tables of a new sale are empty and reading them whole looks cheapest: no claim may, however many come at once.
CREATE OR REPLACE FUNCTION claim_seat(show int, seat int, visitor uuid, seconds int, most int, plan_version text, wait_seconds int, from_network text, network_most int,
  for_membership int DEFAULT NULL, OUT claimed int, OUT refusal text, OUT retry_seconds int)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  ends timestamptz;
  ran_out timestamptz;
  is_extended boolean;
  others int;
  past record;
BEGIN
  PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO session (uuid) VALUES (visitor) ON CONFLICT (uuid) DO NOTHING;
    PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  END IF;
  SELECT coalesce(min(h.ends) FILTER (WHERE h.is_held), max(h.ends) FILTER (WHERE h.ends > now())),
         max(h.ends) FILTER (WHERE h.ends <= now()),
         bool_or(h.extended) FILTER (WHERE h.ends > now()),
         count(*) FILTER (WHERE h.is_held AND h.seat_id <> seat)
    INTO ends, ran_out, is_extended, others
  FROM (
    SELECT c.seat_id, c.state = 'H' AND c.expires_at > now() AS is_held, coalesce(c.released_until, c.expires_at) AS ends, c.extended
    FROM seat_claim c WHERE c.presentation_id = show AND c.holder = visitor AND c.state <> 'S'
    UNION ALL
    SELECT NULL, false, p.ended_at, p.extended FROM past_hold p WHERE p.presentation_id = show AND p.holder = visitor
  ) AS h;
  IF others >= most THEN refusal := 'limit'; RETURN; END IF;
  IF ends IS NULL AND ran_out > now() - wait_seconds * interval '1 second' THEN
    refusal := 'wait';
    retry_seconds := ceil(extract(epoch FROM ran_out - now()) + wait_seconds);
    RETURN;
  END IF;
  IF from_network IS NOT NULL THEN
    SELECT count(*), greatest(1, ceil(extract(epoch FROM min(c.expires_at) - now()))) INTO others, retry_seconds
    FROM seat_claim c
    WHERE c.presentation_id = show AND c.network = from_network AND c.state <> 'S' AND (c.state = 'P' OR c.expires_at > now()) AND c.seat_id <> seat;
    IF others >= network_most THEN refusal := 'network'; RETURN; END IF;
    retry_seconds := NULL;
  END IF;
  IF is_kept(show, seat, visitor, for_membership) THEN refusal := 'taken'; RETURN; END IF;
  SELECT c.holder, coalesce(c.released_until, c.expires_at) AS ended_at, c.extended INTO past FROM seat_claim c
  WHERE c.presentation_id = show AND c.seat_id = seat AND c.state = 'H' AND c.holder <> visitor AND c.expires_at <= now();
  INSERT INTO seat_claim AS c (presentation_id, seat_id, state, holder, claimed_at, expires_at, extended, network)
  SELECT show, seat, 'H', visitor, now(), coalesce(ends, now() + seconds * interval '1 second'), coalesce(is_extended, false), from_network
  WHERE EXISTS (SELECT FROM presentation p JOIN seatplan s USING (seatplan_id) WHERE p.presentation_id = show AND s.version = plan_version)
  ON CONFLICT (presentation_id, seat_id) DO UPDATE
     SET holder = excluded.holder,
         -- Who has it already keeps the time at which it was claimed: others who came later stay later.
         claimed_at = CASE WHEN c.holder = excluded.holder AND c.expires_at > excluded.claimed_at THEN c.claimed_at ELSE excluded.claimed_at END,
         expires_at = excluded.expires_at, extended = excluded.extended, network = excluded.network, released_until = NULL
   WHERE c.state = 'H' AND (c.holder = excluded.holder OR c.expires_at <= excluded.claimed_at)
  RETURNING c.seat_id INTO claimed;
  IF claimed IS NULL THEN refusal := 'taken'; RETURN; END IF;
  IF past.ended_at > now() - wait_seconds * interval '1 second' THEN
    INSERT INTO past_hold (presentation_id, holder, ended_at, extended) VALUES (show, past.holder, past.ended_at, past.extended);
  END IF;
  INSERT INTO audit (action, subject, uuid) VALUES ('lock', show || ':' || seat, visitor);
END $$;

-- Claims the first of several groups of seats that can be had whole, in one transaction; what somebody else is claiming at this moment is not waited for.
-- sizes cuts seats into groups; a group's seats ascend, so that callers wait for each other in one direction at most. dropped are seats of the visitor's own
-- that are freed if a group was had, and kept if none was. chosen counts groups from 1; null if none was had, and refusal and retry_seconds are those
-- of the last seat that was refused.
CREATE OR REPLACE FUNCTION claim_group(show int, seats int[], sizes int[], dropped int[], visitor uuid, seconds int, most int, plan_version text, wait_seconds int,
  from_network text, network_most int, OUT chosen int, OUT refusal text, OUT retry_seconds int)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  first int := 1;
  seat int;
  had record;
BEGIN
  PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  PERFORM set_config('lock_timeout', '30ms', true);
  FOR n IN 1 .. cardinality(sizes) LOOP
    BEGIN
      IF cardinality(dropped) > 0 THEN
        UPDATE seat_claim c SET expires_at = now(), released_until = c.expires_at
         WHERE c.presentation_id = show AND c.seat_id = ANY (dropped) AND c.holder = visitor AND c.state = 'H' AND c.expires_at > now();
      END IF;
      FOREACH seat IN ARRAY seats[first : first + sizes[n] - 1] LOOP
        SELECT * INTO had FROM claim_seat(show, seat, visitor, seconds, most, plan_version, wait_seconds, from_network, network_most);
        retry_seconds := had.retry_seconds;
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
