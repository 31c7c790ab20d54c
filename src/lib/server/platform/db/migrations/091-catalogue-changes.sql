-- What was changed of the catalogue, so that a shop reads that and not everything: by the triggers of functions/catalogue-changes.sql.
CREATE TABLE catalogue_change (
  changed_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at timestamptz NOT NULL DEFAULT now(),
  table_name text NOT NULL,
  id int                      -- of the presentation, show or plan; null: of anything in the table
);
CREATE INDEX catalogue_change_by_transaction ON catalogue_change (changed_by);
CREATE INDEX catalogue_change_by_time ON catalogue_change (at);
