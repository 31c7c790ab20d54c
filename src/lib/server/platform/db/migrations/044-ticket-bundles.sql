-- Ticket bundles: vouchers whose value is tickets in place of money. bundle: {ticketGroupIds, categoryIds, most}, the tickets that it pays and up to how many
-- agorot each; null in any of them: no bound. Of a bundle all amounts of the voucher and of its ledger are tickets; null is a voucher of money.
ALTER TABLE system_voucher_price ADD COLUMN bundle jsonb;
ALTER TABLE voucher_purchase ADD COLUMN bundle jsonb;
ALTER TABLE system_voucher ADD COLUMN bundle jsonb, ADD CONSTRAINT a_purse_is_no_bundle CHECK (bundle IS NULL OR entitlement_id IS NULL);

-- What an order took of a bundle: tickets, and no money.
ALTER TABLE order_voucher ADD COLUMN tickets int CHECK (tickets > 0);
ALTER TABLE order_voucher DROP CONSTRAINT order_voucher_amount_check,
  ADD CONSTRAINT order_voucher_amount_check CHECK (amount >= 0 AND (amount = 0) = (tickets IS NOT NULL));

-- The bundle that paid a ticket, and what it paid of its price and service charge: neither is a part of price and service_charge here.
ALTER TABLE order_seat ADD COLUMN bundle_id int REFERENCES system_voucher, ADD COLUMN bundle_paid int CHECK (bundle_paid > 0),
  ADD CONSTRAINT bundle_pays_something CHECK ((bundle_id IS NULL) = (bundle_paid IS NULL));
CREATE INDEX order_seat_by_bundle ON order_seat (bundle_id) WHERE bundle_id IS NOT NULL;

-- What the house owes for bought vouchers, by class, unit and end: a sum of the ledger.
DROP VIEW voucher_liability;
CREATE VIEW voucher_liability AS
  SELECT v.system_voucher_class_id, v.ends_at, v.bundle IS NOT NULL AS is_tickets, sum(l.amount)::bigint AS outstanding
  FROM system_voucher v JOIN voucher_ledger l USING (system_voucher_id) WHERE v.system_voucher_class_id IS NOT NULL
  GROUP BY v.system_voucher_class_id, v.ends_at, v.bundle IS NOT NULL HAVING sum(l.amount) <> 0;
