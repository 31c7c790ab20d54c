-- Prepaid vouchers as the catalogue offers them: what is bought of them stands in order_item and system_voucher.
CREATE TABLE system_voucher_super_class (
  system_voucher_super_class_id int PRIMARY KEY,
  ordinal int NOT NULL,
  name text NOT NULL,
  description text NOT NULL
);

CREATE TABLE system_voucher_class (
  system_voucher_class_id int PRIMARY KEY,
  system_voucher_super_class_id int NOT NULL REFERENCES system_voucher_super_class,
  ordinal int NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  business_id int NOT NULL,                                -- who sells it
  auth_profile_id int NOT NULL,
  business_ids int[],                                      -- where it is taken; null is everywhere
  allows_partial boolean NOT NULL,
  valid_days int CHECK (valid_days > 0),                   -- from the day that it starts on
  valid_until timestamptz,
  sale_opens_at timestamptz,
  sale_closes_at timestamptz,
  exchange_days int CHECK (exchange_days > 0),             -- from the purchase; null: it is not exchanged
  cancellation_policy_id int REFERENCES cancellation_policy,
  product_ids int[] NOT NULL,                              -- what is offered beside it
  max_quantity int NOT NULL CHECK (max_quantity BETWEEN 1 AND 10),
  CONSTRAINT voucher_ends_once CHECK (num_nonnulls(valid_days, valid_until) <= 1)
);
CREATE INDEX system_voucher_class_by_super_class ON system_voucher_class (system_voucher_super_class_id);

CREATE TABLE system_voucher_price (
  system_voucher_price_id int PRIMARY KEY,
  system_voucher_class_id int NOT NULL REFERENCES system_voucher_class,
  ordinal int NOT NULL,
  name text NOT NULL,
  note text NOT NULL,
  price int NOT NULL CHECK (price > 0),
  redemption_reference text,                               -- by what the house knows what it is redeemed for
  redemption_price int NOT NULL CHECK (redemption_price > 0)  -- what it pays
);
CREATE INDEX system_voucher_price_by_class ON system_voucher_price (system_voucher_class_id);
