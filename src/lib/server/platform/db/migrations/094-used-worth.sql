-- What of a charge was kept because it was used, which counts in no limit of a policy: what is used of an item changes after it was cancelled.
-- Of older cancellations it is not known any more, and all of their charge counts in the limit.
ALTER TABLE cancellation ADD COLUMN used_worth int NOT NULL DEFAULT 0, ADD CHECK (used_worth <= charge);
