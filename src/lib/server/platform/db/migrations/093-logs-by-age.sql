-- The sweep of the logs finds what is old without reading what is not, however much was logged.
-- Few rows are written to these, and they are asked for by their time, too.
CREATE INDEX security_log_by_age ON security_log (at);
DROP INDEX security_log_by_time;
CREATE INDEX staff_audit_by_age ON staff_audit (at);
DROP INDEX staff_audit_by_time;

-- Each lock writes to the audit, so that its index by time stays one that costs a write nothing. Rows that such an index has not summed up are read by each
-- sweep: the last ones of a month, for as long as no vacuum comes, which is until it is over. They are summed up as they are written now, and in parts that
-- are empty sixteen pages at a time, as in those that make_audit_months makes.
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT c.indexrelid::regclass AS by_time, pg_relation_size(i.inhrelid) = 0 AS is_empty
    FROM pg_inherits i JOIN pg_index c ON c.indrelid = i.inhrelid JOIN pg_class k ON k.oid = c.indexrelid JOIN pg_am a ON a.oid = k.relam
    WHERE i.inhparent = 'audit'::regclass AND a.amname = 'brin'
  LOOP
    EXECUTE format('ALTER INDEX %s SET (autosummarize = on)', part.by_time);
    IF part.is_empty THEN
      EXECUTE format('ALTER INDEX %s SET (pages_per_range = 16)', part.by_time);
      EXECUTE format('REINDEX INDEX %s', part.by_time);
    ELSE
      PERFORM brin_summarize_new_values(part.by_time);
    END IF;
  END LOOP;
END $$;
