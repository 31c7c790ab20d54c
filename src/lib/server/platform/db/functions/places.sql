-- Up to so many places of a section of general admission that a visitor can have, of which those of `own` come first. Enters the gate of the section: whoever asks next
-- waits until this transaction ends, so that what was chosen stays free.
-- A place is free if it has no claim (it is in freed_place, or none below next_place) or its lock has run out (seat_claim_held): what is looked at is as much as is
-- wanted, however large the section is and however much of it is sold. Only places that are kept for others are looked at one by one.
-- Each statement in here sees what was committed before it began: an entry of freed_place that is deleted is the one that was seen, so that a claim that is deleted
-- meanwhile leaves its own.
CREATE OR REPLACE FUNCTION free_places(show int, gate int, first int, capacity int, visitor uuid, own int[], wanted int) RETURNS int[]
LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  chosen int[] := coalesce((SELECT array_agg(o.place) FROM (
    SELECT DISTINCT u.place FROM unnest(own) AS u (place) WHERE u.place BETWEEN first AND first + capacity - 1 ORDER BY 1 LIMIT wanted) AS o), '{}');
  last int := first + capacity - 1;
  begun record;
  next int; -- the first place that no claim was seen of
  has_next boolean := false;
  at int;
  width int := 16 + wanted;
  one record;
BEGIN
  SELECT g.first_place, g.next_place INTO begun FROM section_gate g WHERE g.presentation_id = show AND g.section_id = gate FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO section_gate AS g (presentation_id, section_id, first_place, next_place) VALUES (show, gate, first, first)
    ON CONFLICT (presentation_id, section_id) DO UPDATE SET section_id = excluded.section_id RETURNING g.first_place, g.next_place INTO begun;
  END IF;
  IF cardinality(chosen) >= wanted THEN RETURN chosen; END IF;

  FOR one IN SELECT f.freed_id, f.place FROM freed_place f WHERE f.presentation_id = show AND f.place BETWEEN first AND last ORDER BY f.place, f.freed_id LOOP
    IF EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = show AND c.seat_id = one.place) THEN
      DELETE FROM freed_place f WHERE f.presentation_id = show AND f.place = one.place AND f.freed_id = one.freed_id;
    ELSIF one.place <> ALL (chosen) AND NOT is_kept(show, one.place, visitor, NULL) THEN
      chosen := chosen || one.place;
      IF cardinality(chosen) >= wanted THEN RETURN chosen; END IF;
    END IF;
  END LOOP;

  FOR one IN SELECT c.seat_id AS place FROM seat_claim c
    WHERE c.presentation_id = show AND c.state = 'H' AND c.expires_at <= now() AND c.seat_id BETWEEN first AND last ORDER BY c.expires_at LOOP
    IF one.place <> ALL (chosen) AND NOT is_kept(show, one.place, visitor, NULL) THEN
      chosen := chosen || one.place;
      IF cardinality(chosen) >= wanted THEN RETURN chosen; END IF;
    END IF;
  END LOOP;

  at := CASE WHEN begun.first_place = first THEN begun.next_place ELSE first END;
  at := coalesce(at, first);
  next := at;
  WHILE at <= last AND cardinality(chosen) < wanted LOOP
    FOR one IN SELECT p.place,
        EXISTS (SELECT FROM seat_keep k WHERE k.presentation_id = show AND k.seat_id = p.place AND k.until > now() AND NOT may_take(k, visitor, NULL)) AS is_kept
      FROM generate_series(at, least(at + width - 1, last)) AS p (place)
      WHERE NOT EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = show AND c.seat_id = p.place AND c.seat_id BETWEEN at AND at + width - 1)
      ORDER BY p.place LOOP
      IF NOT has_next THEN next := one.place; has_next := true; END IF;
      IF NOT one.is_kept AND one.place <> ALL (chosen) THEN chosen := chosen || one.place; END IF;
      EXIT WHEN cardinality(chosen) >= wanted;
    END LOOP;
    at := at + width;
    IF NOT has_next THEN next := least(at, last + 1); END IF;
    width := least(width * 4, 16384);
  END LOOP;
  IF (first, next) IS DISTINCT FROM (begun.first_place, begun.next_place) THEN
    UPDATE section_gate g SET first_place = first, next_place = next WHERE g.presentation_id = show AND g.section_id = gate;
  END IF;
  RETURN chosen;
END $$;

-- Claims one place of a section for each of these visitors, as claim_seat does, in their order; refusal is 'full' as well. Behind the gate it locks networks, then visitors' sessions,
-- each in a fixed order. A visitor who is refused leaves the place to the next.
CREATE OR REPLACE FUNCTION claim_places(show int, gate int, first int, capacity int, visitors uuid[], networks text[], seconds int, most int, plan_version text,
  wait_seconds int, network_most int) RETURNS TABLE (claimed int, refusal text, retry_seconds int)
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  places int[];
BEGIN
  PERFORM free_places(show, gate, first, capacity, NULL, '{}', 0);
  PERFORM pg_advisory_xact_lock(show, n.network) FROM (SELECT DISTINCT hashtext(u.name) AS network FROM unnest(networks) AS u (name) WHERE u.name IS NOT NULL ORDER BY 1) AS n;
  PERFORM FROM session s WHERE s.uuid = ANY (visitors) ORDER BY s.uuid FOR UPDATE;
  FOR n IN 1 .. cardinality(visitors) LOOP
    places := free_places(show, gate, first, capacity, visitors[n], '{}', 1);
    IF cardinality(places) = 0 THEN
      claimed := NULL; refusal := 'full'; retry_seconds := NULL;
    ELSE
      SELECT c.claimed, c.refusal, c.retry_seconds INTO claimed, refusal, retry_seconds
      FROM claim_seat(show, places[1], visitors[n], seconds, most, plan_version, wait_seconds, networks[n], network_most) AS c;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;

-- The claim of a place of general admission is deleted: the place is free. Ids of places begin at a million, above those of seats.
CREATE OR REPLACE FUNCTION free_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO freed_place (presentation_id, place) VALUES (OLD.presentation_id, OLD.seat_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER seat_claim_freed AFTER DELETE ON seat_claim FOR EACH ROW WHEN (OLD.seat_id >= 1000000) EXECUTE FUNCTION free_place();
CREATE OR REPLACE FUNCTION free_all_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM freed_place;
  UPDATE section_gate SET next_place = first_place;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER seat_claim_emptied AFTER TRUNCATE ON seat_claim FOR EACH STATEMENT EXECUTE FUNCTION free_all_places();
