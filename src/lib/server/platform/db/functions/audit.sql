-- Makes the parts of the audit up to three months from now that are missing. Each is made apart and then attached, which nobody who writes waits for.
-- @returns how many were made; null if somebody else is at it.
CREATE OR REPLACE FUNCTION make_audit_months() RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  made int := 0;
  part text;
  starts timestamptz;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('months of the audit')) THEN RETURN NULL; END IF;
  LOOP
    -- Where the latest part ends the next one starts.
    SELECT max(substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''\)')::timestamptz) INTO starts
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'audit'::regclass;
    EXIT WHEN starts > now() + interval '3 months';
    part := 'audit_' || to_char(starts AT TIME ZONE 'UTC', 'YYYY_MM');
    EXECUTE format('CREATE TABLE %I (LIKE audit INCLUDING DEFAULTS)', part);
    -- Attached as the part's index by time: the sweep reads few pages beside those of its hour, and the last ones of a month without waiting for a vacuum.
    EXECUTE format('CREATE INDEX %I ON %I USING brin (at) WITH (pages_per_range = 16, autosummarize = on)', part || '_by_time', part);
    EXECUTE format('ALTER TABLE audit ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', part, starts,
      (starts AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC');
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
SELECT make_audit_months();
