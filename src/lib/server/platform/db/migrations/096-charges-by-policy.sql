-- What a policy kept of a cancellation, which counts in its own limit alone. Of older cancellations it is not known by which policies they were charged:
-- what no row of these explains counts in the limit of each.
CREATE TABLE cancellation_charge (
  cancellation_id uuid NOT NULL REFERENCES cancellation,
  cancellation_policy_id int NOT NULL,
  amount int NOT NULL CHECK (amount > 0),
  PRIMARY KEY (cancellation_id, cancellation_policy_id)
);
