-- What a line of an order has bought: a voucher with a reference of its own, on the terms that its class had then.
CREATE TABLE voucher_purchase (
  order_id uuid REFERENCES orders,
  line int,
  system_voucher_class_id int NOT NULL REFERENCES system_voucher_class,
  system_voucher_price_id int NOT NULL,
  worth int NOT NULL CHECK (worth > 0),                     -- what it pays
  allows_partial boolean NOT NULL,
  business_ids int[],
  exchange_days int CHECK (exchange_days > 0),
  system_voucher_id int UNIQUE REFERENCES system_voucher,   -- once it is paid; a replacement names this one
  PRIMARY KEY (order_id, line)
);

-- replaces: a voucher is replaced once, and its replacement never.
ALTER TABLE system_voucher
  ADD COLUMN name text NOT NULL DEFAULT '',
  ADD COLUMN system_voucher_class_id int REFERENCES system_voucher_class,
  ADD COLUMN replaces int UNIQUE REFERENCES system_voucher;
CREATE INDEX system_voucher_by_class ON system_voucher (system_voucher_class_id, ends_at) WHERE system_voucher_class_id IS NOT NULL;

-- replace: value that goes on to the voucher of the new reference. cancel: what was left when it was given back.
ALTER TABLE voucher_ledger
  DROP CONSTRAINT voucher_ledger_kind_check,
  ADD CONSTRAINT voucher_ledger_kind_check CHECK (kind IN ('load', 'use', 'return', 'correction', 'replace', 'cancel'));

-- What the house owes for bought vouchers, by class and end: a sum of the ledger.
CREATE VIEW voucher_liability AS
  SELECT v.system_voucher_class_id, v.ends_at, sum(l.amount)::bigint AS outstanding
  FROM system_voucher v JOIN voucher_ledger l USING (system_voucher_id) WHERE v.system_voucher_class_id IS NOT NULL
  GROUP BY v.system_voucher_class_id, v.ends_at HAVING sum(l.amount) <> 0;
