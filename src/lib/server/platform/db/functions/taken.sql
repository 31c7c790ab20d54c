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
  WHEN ((OLD.state = 'H') <> (NEW.state = 'H') OR ((OLD.presentation_id, OLD.seat_id) <> (NEW.presentation_id, NEW.seat_id) AND NEW.state <> 'H'))
  EXECUTE FUNCTION count_taken();
CREATE OR REPLACE TRIGGER seat_claim_gone AFTER DELETE ON seat_claim FOR EACH ROW WHEN (OLD.state <> 'H') EXECUTE FUNCTION count_taken();
CREATE OR REPLACE FUNCTION count_none_taken() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Rows stay: one that were gone would not tell a shop that its count has changed.
  UPDATE seats_taken SET taken = 0, changed_by = DEFAULT;
  UPDATE seats_taken_change SET change = 0;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER seat_claim_none AFTER TRUNCATE ON seat_claim FOR EACH STATEMENT EXECUTE FUNCTION count_none_taken();

-- Which seats are kept has changed: nothing more is taken, but whoever counts what is kept looks at the presentation again.
CREATE OR REPLACE FUNCTION count_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  CASE TG_OP
    WHEN 'INSERT' THEN INSERT INTO seats_taken_change (presentation_id, change) SELECT DISTINCT presentation_id, 0 FROM come;
    WHEN 'DELETE' THEN INSERT INTO seats_taken_change (presentation_id, change) SELECT DISTINCT presentation_id, 0 FROM gone;
    WHEN 'UPDATE' THEN INSERT INTO seats_taken_change (presentation_id, change)
      SELECT presentation_id, 0 FROM gone UNION SELECT presentation_id, 0 FROM come;
    ELSE UPDATE seats_taken SET changed_by = DEFAULT;
  END CASE;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER seat_keep_come AFTER INSERT ON seat_keep REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_kept();
CREATE OR REPLACE TRIGGER seat_keep_gone AFTER DELETE ON seat_keep REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_kept();
CREATE OR REPLACE TRIGGER seat_keep_turned AFTER UPDATE ON seat_keep REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION count_kept();
CREATE OR REPLACE TRIGGER seat_keep_none AFTER TRUNCATE ON seat_keep FOR EACH STATEMENT EXECUTE FUNCTION count_kept();

-- Adds what has changed to the counts, of which shops read those that a later transaction has changed (seats/board/taken-counts.ts): also where as many came as went,
-- since others of them may be kept now. @returns how many changes; null if somebody else is at it.
CREATE OR REPLACE FUNCTION fold_taken() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('seats taken')) THEN RETURN NULL; END IF;
  WITH gone AS (DELETE FROM seats_taken_change RETURNING presentation_id, change),
    counted AS (INSERT INTO seats_taken AS t (presentation_id, taken)
      SELECT presentation_id, sum(change) FROM gone GROUP BY presentation_id
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
