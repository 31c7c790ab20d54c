-- The audit gets a part for each month (`make_audit_months` in functions/audit.sql), so that what is old can be moved away whole, and space that old entries
-- leave is not filled with new ones, among which nothing could be found by time. The constraint spares a look at all rows.
ALTER TABLE audit RENAME TO audit_first;
ALTER INDEX audit_by_time RENAME TO audit_first_by_time;
CREATE TABLE audit (LIKE audit_first INCLUDING DEFAULTS) PARTITION BY RANGE (at);
CREATE INDEX audit_by_time ON audit USING brin (at);
DO $$
DECLARE
  bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''') FROM pg_constraint WHERE conname = 'audit_first_part');
BEGIN
  EXECUTE format('ALTER TABLE audit ATTACH PARTITION audit_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
END $$;
ALTER TABLE audit_first DROP CONSTRAINT audit_first_part;

-- Up to when old locks that led to no purchase were deleted: nobody looks at older entries again.
CREATE TABLE audit_swept (
  is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
  until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO audit_swept DEFAULT VALUES;
