-- To which businesses and shows a role of the own house limits its accounts, beside their own limits; null is no limit. Ready-made roles have none.
ALTER TABLE staff_role
  ADD COLUMN business_ids int[],
  ADD COLUMN feature_ids int[],
  ADD CONSTRAINT ready_made_without_limits CHECK (NOT is_ready_made OR (business_ids IS NULL AND feature_ids IS NULL));
