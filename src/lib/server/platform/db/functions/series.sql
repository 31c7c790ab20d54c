-- The presentations of these pairs whose seat somebody else has now, or the visitor is paying for, or that is kept for others; null if there are none. Reads
-- only, and waits for nobody.
CREATE OR REPLACE FUNCTION taken_shows(shows int[], seats int[], visitor uuid, for_membership int) RETURNS int[]
LANGUAGE sql STABLE AS $$
  SELECT array_agg(DISTINCT w.show ORDER BY w.show)
  FROM unnest(shows, seats) AS w (show, seat) LEFT JOIN seat_claim c ON c.presentation_id = w.show AND c.seat_id = w.seat
  WHERE c.state <> 'H' OR (c.holder <> visitor AND c.expires_at > now()) OR is_kept(w.show, w.seat, visitor, for_membership)
$$;

-- What the limits of claim_seat say of the presentations of these pairs, each once, ascending: when the visitor's other locks on it end (null: none), when the
-- last of them ran out, whether they were extended, whether the visitor or the network would have more than it may, and after how many seconds the first of the
-- network's locks ends. The caller has locked the visitor's session and the network.
-- The shows ascend. The visitor's rows are asked for by pairs, which only the index by holder answers: planned on small tables, one by presentation looks as good.
CREATE OR REPLACE FUNCTION series_terms(shows int[], seats int[], most int[], network_most int[], visitor uuid, from_network text)
RETURNS TABLE (show int, ends timestamptz, ran_out timestamptz, extended boolean, is_beyond_limit boolean, is_beyond_share boolean, share_seconds int)
LANGUAGE sql STABLE SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  WITH wanted AS (
    SELECT w.show, array_agg(w.seat) AS seats, min(w.most) AS most, min(w.network_most) AS network_most
    FROM unnest(shows, seats, most, network_most) AS w (show, seat, most, network_most) GROUP BY w.show
  ), own AS MATERIALIZED (
    SELECT c.presentation_id AS show, c.seat_id, c.state = 'H' AND c.expires_at > now() AS is_held, coalesce(c.released_until, c.expires_at) AS ends, c.extended
    FROM seat_claim c
    WHERE (c.holder, c.presentation_id) BETWEEN (visitor, shows[1]) AND (visitor, shows[cardinality(shows)]) AND c.state <> 'S'
    UNION ALL
    SELECT p.presentation_id, NULL, false, p.ended_at, p.extended
    FROM past_hold p WHERE (p.holder, p.presentation_id) BETWEEN (visitor, shows[1]) AND (visitor, shows[cardinality(shows)])
  )
  SELECT w.show, h.ends, h.ran_out, h.extended, h.others + cardinality(w.seats) > w.most,
         coalesce(n.others + cardinality(w.seats) > w.network_most, false), n.share_seconds
  FROM wanted w
  CROSS JOIN LATERAL (
    SELECT coalesce(min(o.ends) FILTER (WHERE o.is_held), max(o.ends) FILTER (WHERE o.ends > now())) AS ends,
           max(o.ends) FILTER (WHERE o.ends <= now()) AS ran_out,
           bool_or(o.extended) FILTER (WHERE o.ends > now()) AS extended,
           count(*) FILTER (WHERE o.is_held AND o.seat_id <> ALL (w.seats)) AS others
    FROM own o WHERE o.show = w.show
  ) AS h
  LEFT JOIN LATERAL (
    SELECT count(*) AS others, greatest(1, ceil(extract(epoch FROM min(c.expires_at) - now())))::int AS share_seconds
    FROM seat_claim c
    WHERE c.presentation_id = w.show AND c.network = from_network AND c.state <> 'S' AND (c.state = 'P' OR c.expires_at > now()) AND c.seat_id <> ALL (w.seats)
  ) AS n ON from_network IS NOT NULL
  ORDER BY w.show
$$;

-- Claims seats of several presentations for a visitor, all or none: pair n is seats[n] of shows[n], under the terms most[n], versions[n] and network_most[n] of
-- claim_seat. The pairs ascend by presentation and seat, so that callers wait for each other in one direction. The locks end together, at the earliest end that
-- any of them has by the visitor's other locks, and are extended once together.
-- refusal is null if all were claimed; else as of claim_seat, and refused_shows names the presentations that stand in the way: of 'taken' all, else the first.
-- What is taken is refused before anything is locked: most callers of a rush learn so without waiting.
-- Every rule is that of claim_seat, asked of all presentations by one statement: as many statements for ten dates as for one.
-- Their plans do not depend on the visitor: a new connection plans them once, not at each of its first calls.
CREATE OR REPLACE FUNCTION claim_series(shows int[], seats int[], most int[], versions text[], network_most int[], visitor uuid, seconds int, wait_seconds int,
  from_network text, for_membership int DEFAULT NULL, OUT refusal text, OUT retry_seconds int, OUT refused_shows int[])
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  terms record;
  ends timestamptz;
  is_extended boolean := false;
BEGIN
  refused_shows := taken_shows(shows, seats, visitor, for_membership);
  IF refused_shows IS NOT NULL THEN refusal := 'taken'; RETURN; END IF;
  IF from_network IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(s, hashtext(from_network)) FROM (SELECT DISTINCT s FROM unnest(shows) AS s ORDER BY s) AS own;
  END IF;
  PERFORM FROM session WHERE uuid = visitor FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO session (uuid) VALUES (visitor) ON CONFLICT (uuid) DO NOTHING;
    IF NOT FOUND THEN PERFORM FROM session WHERE uuid = visitor FOR UPDATE; END IF;
  END IF;
  FOR terms IN SELECT * FROM series_terms(shows, seats, most, network_most, visitor, from_network) LOOP
    refused_shows := ARRAY[terms.show];
    IF terms.is_beyond_limit THEN refusal := 'limit'; RETURN; END IF;
    IF terms.ends IS NULL AND terms.ran_out > now() - wait_seconds * interval '1 second' THEN
      refusal := 'wait';
      retry_seconds := ceil(extract(epoch FROM terms.ran_out - now()) + wait_seconds);
      RETURN;
    END IF;
    IF terms.is_beyond_share THEN refusal := 'network'; retry_seconds := terms.share_seconds; RETURN; END IF;
    ends := least(ends, coalesce(terms.ends, now() + seconds * interval '1 second'));
    is_extended := is_extended OR coalesce(terms.extended, false);
  END LOOP;
  BEGIN
    WITH wanted AS (
      SELECT w.show, w.seat, w.version, w.n FROM unnest(shows, seats, versions) WITH ORDINALITY AS w (show, seat, version, n)
    ), past AS (
      SELECT c.presentation_id, c.holder, coalesce(c.released_until, c.expires_at) AS ended_at, c.extended
      FROM wanted w JOIN seat_claim c ON c.presentation_id = w.show AND c.seat_id = w.seat
      WHERE c.state = 'H' AND c.holder <> visitor AND c.expires_at <= now()
    ), claimed AS (
      INSERT INTO seat_claim AS c (presentation_id, seat_id, state, holder, claimed_at, expires_at, extended, network)
      SELECT w.show, w.seat, 'H', visitor, now(), ends, is_extended, from_network FROM wanted w
      WHERE EXISTS (SELECT FROM presentation p JOIN seatplan s USING (seatplan_id) WHERE p.presentation_id = w.show AND s.version = w.version)
        AND NOT is_kept(w.show, w.seat, visitor, for_membership)
      ORDER BY w.n
      ON CONFLICT (presentation_id, seat_id) DO UPDATE
         SET holder = excluded.holder,
             claimed_at = CASE WHEN c.holder = excluded.holder AND c.expires_at > excluded.claimed_at THEN c.claimed_at ELSE excluded.claimed_at END,
             expires_at = excluded.expires_at, extended = excluded.extended, network = excluded.network, released_until = NULL
       WHERE c.state = 'H' AND (c.holder = excluded.holder OR c.expires_at <= excluded.claimed_at)
      RETURNING c.presentation_id AS show, c.seat_id AS seat
    ), kept_past AS (
      INSERT INTO past_hold (presentation_id, holder, ended_at, extended)
      SELECT presentation_id, holder, ended_at, extended FROM past WHERE ended_at > now() - wait_seconds * interval '1 second'
    ), logged AS (
      INSERT INTO audit (action, subject, uuid) SELECT 'lock', show || ':' || seat, visitor FROM claimed
    )
    SELECT array_agg(DISTINCT w.show ORDER BY w.show) INTO refused_shows FROM wanted w LEFT JOIN claimed USING (show, seat) WHERE claimed.show IS NULL;
    IF refused_shows IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = 'SH001', MESSAGE = 'taken'; END IF;
  EXCEPTION WHEN SQLSTATE 'SH001' THEN
    refusal := SQLERRM;
    refused_shows := coalesce(taken_shows(shows, seats, visitor, for_membership), refused_shows);
  END;
END $$;
