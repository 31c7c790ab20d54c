-- The audit is to be kept by month. What it holds becomes the first part, up to the month after next; that no row is later is only written down here, and
-- looked at in the next step, so that nobody who writes waits for a look at all rows.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE audit ADD CONSTRAINT audit_first_part CHECK (at < %L) NOT VALID',
    date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '2 months');
END $$;
