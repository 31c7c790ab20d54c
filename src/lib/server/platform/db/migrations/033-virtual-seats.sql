-- Places of memberships without seats, numbered per membership when they are paid (decision 47). The last number is locked until the payment is committed, so
-- that numbers have no gap; who cancels keeps the number.
CREATE TABLE virtual_seat_series (
  membership_id int PRIMARY KEY,
  last_number int NOT NULL CHECK (last_number > 0)
);

CREATE TABLE virtual_seat (
  membership_id int REFERENCES virtual_seat_series,
  seat_number int CHECK (seat_number > 0),
  order_id uuid NOT NULL,
  line int NOT NULL,
  PRIMARY KEY (membership_id, seat_number),
  UNIQUE (order_id, line),
  FOREIGN KEY (order_id, line) REFERENCES membership_purchase
);
