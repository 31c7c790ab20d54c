-- Evenings of a series or season that their subscriber gives back. The ticket holds until the seat is sold to somebody else; then the subscriber is credited.

-- The operator's terms. null: evenings of the membership are not given back.
ALTER TABLE membership
  ADD COLUMN resale_until_minutes int CHECK (resale_until_minutes >= 0),   -- before the start of the evening
  ADD COLUMN resale_percent int CHECK (resale_percent BETWEEN 1 AND 100),  -- of the evening's share, which is credited
  ADD COLUMN resale_fee int CHECK (resale_fee >= 0),                       -- less this
  ADD CONSTRAINT resale_is_whole CHECK (num_nonnulls(resale_until_minutes, resale_percent, resale_fee) IN (0, 3));

CREATE TABLE resale (
  resale_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL,
  line int NOT NULL,
  presentation_id int NOT NULL,
  seat_id int NOT NULL,
  state text NOT NULL DEFAULT 'offered' CHECK (state IN ('offered', 'sold', 'taken_back', 'ended')),
  share int NOT NULL CHECK (share >= 0),                    -- the evening's part of what the membership cost
  credit int NOT NULL CHECK (credit BETWEEN 0 AND share),   -- what of it is credited, as it was promised
  offered_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  sold_to uuid REFERENCES orders,
  credit_voucher_id int REFERENCES system_voucher,
  FOREIGN KEY (order_id, line) REFERENCES order_seat,
  CONSTRAINT sold_to_somebody CHECK ((state = 'sold') = (sold_to IS NOT NULL)),
  CONSTRAINT credited_when_sold CHECK ((state = 'sold' AND credit > 0) = (credit_voucher_id IS NOT NULL)),
  CONSTRAINT closed_once CHECK ((state = 'offered') = (closed_at IS NULL))
);
-- A seat is offered once, and a ticket is sold on once.
CREATE UNIQUE INDEX resale_of_seat ON resale (presentation_id, seat_id) WHERE state = 'offered';
CREATE UNIQUE INDEX resale_of_ticket ON resale (order_id, line) WHERE state IN ('offered', 'sold');
CREATE INDEX resale_by_ticket ON resale (order_id, line);
