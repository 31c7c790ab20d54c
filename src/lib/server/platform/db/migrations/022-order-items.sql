-- What is sold beside seats and products: memberships, vouchers, enrolments, donations, films. A line for each thing that gets an identifier of its own. What only
-- one kind has to know stands in tables of that kind.
CREATE TABLE order_item (
  order_id uuid NOT NULL REFERENCES orders,
  kind text NOT NULL,
  line int NOT NULL,
  subject_id int NOT NULL,                       -- what of its kind: a membership, a class of vouchers, a donation, a film
  price_id int,                                  -- under which of its prices; null where it has one
  name text NOT NULL,                            -- as it was sold
  quantity int NOT NULL CHECK (quantity > 0),
  unit_price int NOT NULL,
  service_charge int NOT NULL DEFAULT 0,         -- of one
  is_charged boolean NOT NULL DEFAULT true,      -- whether a percentage on the order was taken of it too
  presentation_id int,                           -- by whose terms it goes; null for none
  customer_id int REFERENCES customer ON DELETE SET NULL,  -- for whom, if not for the buyer
  valid_from timestamptz,
  valid_until timestamptz,
  facts jsonb NOT NULL DEFAULT '{}',             -- what the buyer has said of it, as whom a gift is for; forgotten with the customer
  identifier text UNIQUE,                        -- set when the order is paid: what was issued
  used_at timestamptz,
  cancellation_id uuid REFERENCES cancellation,
  PRIMARY KEY (order_id, kind, line),
  CONSTRAINT cancelled_item_is_void CHECK (cancellation_id IS NULL OR used_at IS NULL)
);
CREATE INDEX order_item_cancelled ON order_item (cancellation_id) WHERE cancellation_id IS NOT NULL;
CREATE INDEX order_item_by_customer ON order_item (customer_id) WHERE customer_id IS NOT NULL;

-- Whom the machine of orders asks about the lines of an order.
ALTER TABLE orders ADD COLUMN kinds text[] NOT NULL DEFAULT '{seat,product}';
