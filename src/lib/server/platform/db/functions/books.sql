-- What is in the books stays there: rows are only added.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% only grows', TG_TABLE_NAME; END $$;
CREATE OR REPLACE TRIGGER ledger_only_grows BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER voucher_ledger_only_grows BEFORE UPDATE OR DELETE ON voucher_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER receipt_only_grows BEFORE UPDATE OR DELETE ON receipt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER replaced_ticket_only_grows BEFORE UPDATE OR DELETE ON replaced_ticket FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER cancellation_only_grows BEFORE UPDATE OR DELETE ON cancellation FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER cancellation_charge_only_grows BEFORE UPDATE OR DELETE ON cancellation_charge FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER fee_return_only_grows BEFORE UPDATE OR DELETE ON fee_return FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Entries of the ledger that have no receipt yet. An order only adds its own row here, so that orders never wait for each other because of a number.
CREATE OR REPLACE FUNCTION owe_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO receipt_due VALUES (NEW.entry_id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER ledger_owes_receipt AFTER INSERT ON ledger FOR EACH ROW WHEN (NEW.kind IN ('charge', 'refund')) EXECUTE FUNCTION owe_receipt();

-- What of a charge or refund is donations, which have receipts of their own. A payment that came late or twice pays no donation.
CREATE OR REPLACE FUNCTION donated_of(l ledger) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT least(abs(l.amount), coalesce(CASE l.kind
    WHEN 'charge' THEN (SELECT sum(d.amount) FROM donation_receipt d WHERE d.order_id = l.order_id
      AND NOT EXISTS (SELECT FROM refund r WHERE r.payment_id = l.payment_id AND r.reason IN ('late', 'double')))
    WHEN 'refund' THEN (SELECT sum(i.quantity * i.unit_price) FROM refund r JOIN order_item i ON i.cancellation_id = r.cause
      WHERE r.refund_id = l.refund_id AND r.reason = 'cancel' AND i.kind = 'donation') END, 0))::int
$$;
