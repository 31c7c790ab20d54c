-- By which transaction a count of taken seats was changed last, so that a shop reads what has changed and not everything.
ALTER TABLE seats_taken ADD COLUMN changed_by xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX seats_taken_by_transaction ON seats_taken (changed_by);
