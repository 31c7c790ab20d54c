-- Entries of the ledger that have no receipt yet. An order only adds its own row here, so that orders never wait for each other because of a number.
CREATE TABLE receipt_due (entry_id bigint PRIMARY KEY);
INSERT INTO receipt_due SELECT entry_id FROM ledger WHERE kind IN ('charge', 'refund');

CREATE FUNCTION owe_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipt_due VALUES (NEW.entry_id);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_owes_receipt AFTER INSERT ON ledger FOR EACH ROW WHEN (NEW.kind IN ('charge', 'refund')) EXECUTE FUNCTION owe_receipt();

-- By what a payment was made, as its receipt says it.
ALTER TABLE payment
  ADD COLUMN last4 text NOT NULL DEFAULT '',
  ADD COLUMN method text NOT NULL DEFAULT 'card';
