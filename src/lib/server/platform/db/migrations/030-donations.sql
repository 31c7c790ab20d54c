-- What may be given to, and the amounts that are suggested; a detail without an amount takes a free one between two limits.
CREATE TABLE donation (
  donation_id int PRIMARY KEY,
  ordinal int NOT NULL,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  description text NOT NULL,
  recipient text NOT NULL,                       -- who receives the money, as receipts name it
  recipient_number text NOT NULL,
  business_id int NOT NULL,
  auth_profile_id int NOT NULL,
  is_recognised boolean NOT NULL,                -- under section 46 of the Income Tax Ordinance
  is_round_up boolean NOT NULL,
  max_quantity int NOT NULL CHECK (max_quantity > 0),
  opens_at timestamptz,
  closes_at timestamptz,
  image text NOT NULL                            -- an SVG document, cleaned at import
);
CREATE TABLE donation_detail (
  donation_detail_id int PRIMARY KEY,
  donation_id int NOT NULL REFERENCES donation,
  ordinal int NOT NULL,
  name text NOT NULL,
  thanks text NOT NULL,
  amount int CHECK (amount > 0),
  least int,
  most int,
  CONSTRAINT free_between_limits CHECK (CASE WHEN amount IS NULL THEN coalesce(least > 0 AND least <= most, false) ELSE least IS NULL AND most IS NULL END)
);
CREATE INDEX donation_detail_of ON donation_detail (donation_id);

-- The last number of each series of receipts. A row and not a sequence: a number that is rolled back is given again, so that none is missing.
CREATE TABLE donation_series (
  series text PRIMARY KEY,
  last_number int NOT NULL CHECK (last_number > 0)
);
-- Kept as the law asks for, whatever is forgotten of the order and its customer.
CREATE TABLE donation_receipt (
  receipt_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  series text NOT NULL REFERENCES donation_series,
  receipt_number int NOT NULL CHECK (receipt_number > 0),
  order_id uuid NOT NULL REFERENCES orders,
  at timestamptz NOT NULL DEFAULT now(),
  business_id int NOT NULL,
  is_recognised boolean NOT NULL,
  recipient text NOT NULL,
  recipient_number text NOT NULL,
  donor_name text NOT NULL,
  ssn_encrypted bytea,
  amount int NOT NULL CHECK (amount > 0),
  UNIQUE (series, receipt_number),
  UNIQUE (order_id, series)
);
-- Which line of the order is on which receipt.
CREATE TABLE donation_receipt_line (
  order_id uuid NOT NULL,
  line int NOT NULL,
  series text NOT NULL,
  PRIMARY KEY (order_id, line),
  FOREIGN KEY (order_id, series) REFERENCES donation_receipt (order_id, series)
);
