-- A claim begins or ceases to be more than a lock.
CREATE OR REPLACE FUNCTION count_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.state <> 'H' THEN
    INSERT INTO seats_taken_change (presentation_id, change) VALUES (OLD.presentation_id, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.state <> 'H' THEN
    INSERT INTO seats_taken_change (presentation_id, change) VALUES (NEW.presentation_id, 1);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER seat_claim_taken AFTER INSERT ON seat_claim FOR EACH ROW WHEN (NEW.state <> 'H') EXECUTE FUNCTION count_taken();
CREATE OR REPLACE TRIGGER seat_claim_turned AFTER UPDATE ON seat_claim FOR EACH ROW
  WHEN ((OLD.state = 'H') <> (NEW.state = 'H') OR (OLD.presentation_id <> NEW.presentation_id AND NEW.state <> 'H')) EXECUTE FUNCTION count_taken();
CREATE OR REPLACE TRIGGER seat_claim_gone AFTER DELETE ON seat_claim FOR EACH ROW WHEN (OLD.state <> 'H') EXECUTE FUNCTION count_taken();
CREATE OR REPLACE FUNCTION count_none_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A row stays: one that were gone would not tell a shop that its count has changed.
  UPDATE seats_taken SET taken = 0, changed_by = DEFAULT WHERE taken <> 0;
  DELETE FROM seats_taken_change;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER seat_claim_none AFTER TRUNCATE ON seat_claim FOR EACH STATEMENT EXECUTE FUNCTION count_none_taken();

-- Adds what has changed to the counts, of which shops read those that a later transaction has changed (seats/board/taken-counts.ts). @returns how many changes; null if
-- somebody else is at it.
CREATE OR REPLACE FUNCTION fold_taken() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('seats taken')) THEN RETURN NULL; END IF;
  WITH gone AS (DELETE FROM seats_taken_change RETURNING presentation_id, change),
    counted AS (INSERT INTO seats_taken AS t (presentation_id, taken)
      SELECT presentation_id, sum(change) FROM gone GROUP BY presentation_id HAVING sum(change) <> 0
      ON CONFLICT (presentation_id) DO UPDATE SET taken = t.taken + excluded.taken, changed_by = excluded.changed_by)
  SELECT count(*) INTO folded FROM gone;
  RETURN folded;
END $$;

-- By how much the counts differ from the claims, by presentation; none if they are right.
CREATE OR REPLACE FUNCTION taken_amiss() RETURNS TABLE (presentation_id int, lacking int) LANGUAGE sql STABLE AS $$
  SELECT c.presentation_id, sum(c.seats)::int FROM (
    SELECT s.presentation_id, count(*) AS seats FROM seat_claim s WHERE s.state <> 'H' GROUP BY 1
    UNION ALL SELECT t.presentation_id, -t.taken FROM seats_taken t
    UNION ALL SELECT n.presentation_id, -n.change FROM seats_taken_change n) AS c
  GROUP BY c.presentation_id HAVING sum(c.seats) <> 0
$$;

-- Makes the counts what the claims say; the shop may be open: what is lacking, as both are at one instant, is added as one more change. @returns of how many presentations it was wrong.
CREATE OR REPLACE FUNCTION repair_taken() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  amiss bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('seats taken'));
  INSERT INTO seats_taken_change (presentation_id, change) SELECT a.presentation_id, a.lacking FROM taken_amiss() AS a;
  GET DIAGNOSTICS amiss = ROW_COUNT;
  PERFORM fold_taken();
  RETURN amiss;
END $$;

-- The first start with these triggers, and every one that changes them, counts what was sold before; nothing is sold meanwhile.
SELECT repair_taken();
