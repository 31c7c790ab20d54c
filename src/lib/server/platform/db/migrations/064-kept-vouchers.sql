-- Vouchers that a customer was given and has added to the personal area by their numbers. They stay their buyers': only these cancel, replace and give them.
CREATE TABLE kept_voucher (
  customer_id int REFERENCES customer,
  system_voucher_id int REFERENCES system_voucher,
  kept_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (customer_id, system_voucher_id)
);
CREATE INDEX kept_voucher_by_voucher ON kept_voucher (system_voucher_id);
