-- The presentations of these pairs whose seat somebody else has now, or the visitor is paying for, or that is kept for others; null if there are none. Reads
-- only, and waits for nobody.
CREATE OR REPLACE FUNCTION taken_shows(shows int[], seats int[], visitor uuid, for_membership int) RETURNS int[]
LANGUAGE sql STABLE AS $$
  SELECT array_agg(DISTINCT w.show ORDER BY w.show)
  FROM unnest(shows, seats) AS w (show, seat) LEFT JOIN seat_claim c ON c.presentation_id = w.show AND c.seat_id = w.seat
  WHERE c.state <> 'H' OR (c.holder <> visitor AND c.expires_at > now()) OR is_kept(w.show, w.seat, visitor, for_membership)
$$;

-- Claims seats of several presentations for a visitor, all or none: pair n is seats[n] of shows[n], under the terms most[n], versions[n] and network_most[n] of
-- claim_seat. The pairs ascend by presentation and seat, so that callers wait for each other in one direction. The locks end together, at the earliest end that
-- any of them has by the visitor's other locks, and are extended once together.
-- refusal is null if all were claimed; else as of claim_seat, and refused_shows names the presentations that stand in the way: of 'taken' all, else the first.
-- What is taken is refused before anything is locked: most callers of a rush learn so without waiting.
CREATE OR REPLACE FUNCTION claim_series(shows int[], seats int[], most int[], versions text[], network_most int[], visitor uuid, seconds int, wait_seconds int,
  from_network text, for_membership int DEFAULT NULL, OUT refusal text, OUT retry_seconds int, OUT refused_shows int[])
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  had record;
  show int;
BEGIN
  refused_shows := taken_shows(shows, seats, visitor, for_membership);
  IF refused_shows IS NOT NULL THEN refusal := 'taken'; RETURN; END IF;
  IF from_network IS NOT NULL THEN
    FOR show IN SELECT DISTINCT s FROM unnest(shows) AS s ORDER BY s LOOP
      PERFORM pg_advisory_xact_lock(show, hashtext(from_network));
    END LOOP;
  END IF;
  BEGIN
    FOR n IN 1 .. cardinality(shows) LOOP
      SELECT * INTO had FROM claim_seat(shows[n], seats[n], visitor, seconds, most[n], versions[n], wait_seconds, from_network, network_most[n], for_membership);
      IF had.claimed IS NULL THEN
        refused_shows := ARRAY[shows[n]];
        retry_seconds := had.retry_seconds;
        RAISE EXCEPTION USING ERRCODE = 'SH001', MESSAGE = had.refusal;
      END IF;
    END LOOP;
    UPDATE seat_claim c SET expires_at = first.ends, extended = first.extended
      FROM unnest(shows, seats) AS w (show, seat),
           (SELECT min(o.expires_at) AS ends, bool_or(o.extended) AS extended
            FROM unnest(shows, seats) AS w (show, seat) JOIN seat_claim o ON o.presentation_id = w.show AND o.seat_id = w.seat) AS first
     WHERE c.presentation_id = w.show AND c.seat_id = w.seat AND (c.expires_at <> first.ends OR c.extended <> first.extended);
  EXCEPTION WHEN SQLSTATE 'SH001' THEN
    refusal := SQLERRM;
    IF refusal = 'taken' THEN refused_shows := coalesce(taken_shows(shows, seats, visitor, for_membership), refused_shows); END IF;
  END;
END $$;
