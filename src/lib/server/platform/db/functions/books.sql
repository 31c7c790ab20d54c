-- What is in the books stays there: rows are only added.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% only grows', TG_TABLE_NAME; END $$;
CREATE OR REPLACE TRIGGER ledger_only_grows BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER voucher_ledger_only_grows BEFORE UPDATE OR DELETE ON voucher_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER receipt_only_grows BEFORE UPDATE OR DELETE ON receipt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER replaced_ticket_only_grows BEFORE UPDATE OR DELETE ON replaced_ticket FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER cancellation_only_grows BEFORE UPDATE OR DELETE ON cancellation FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER fee_return_only_grows BEFORE UPDATE OR DELETE ON fee_return FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Entries of the ledger that have no receipt yet. An order only adds its own row here, so that orders never wait for each other because of a number.
CREATE OR REPLACE FUNCTION owe_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipt_due VALUES (NEW.entry_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ledger_owes_receipt AFTER INSERT ON ledger FOR EACH ROW WHEN (NEW.kind IN ('charge', 'refund')) EXECUTE FUNCTION owe_receipt();
