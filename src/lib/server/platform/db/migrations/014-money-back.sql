-- Refunds that a person settles, ticket changes that give back to several, vouchers that take nothing back any more, and one handling fee along ticket changes.

-- ── refunds ────────────────────────────────────────────────────────────────
-- What a provider has refused for good is asked for anew under a key of its own (attempt_keys: those after the first, which is refund_id; the last one counts), or
-- was paid back in another way, which settled_by names: a correction in the ledger, since it is no money of the provider.
ALTER TABLE refund
  DROP CONSTRAINT refund_state_check,
  ADD CONSTRAINT refund_state_check CHECK (state IN ('intended', 'done', 'refused', 'settled')),
  ADD COLUMN attempt_keys uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN settled_by text,
  ADD CHECK ((state = 'settled') = (settled_by IS NOT NULL));
DROP TRIGGER refund_steps ON refund;
CREATE TRIGGER refund_steps BEFORE UPDATE OF state ON refund FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('intended>done', 'intended>refused', 'refused>intended', 'refused>done', 'refused>settled');
CREATE INDEX refund_not_done ON refund (created_at) WHERE state IN ('intended', 'refused');

-- ── ticket changes ─────────────────────────────────────────────────────────
-- Where what a ticket change leaves over goes: kept free for it from its intent on, so that it is promised to nobody else while the new order (order_id) is being
-- paid. A part is of a payment, or of what a voucher paid of an order (voucher_order_id).
CREATE TABLE change_return (
  order_id uuid NOT NULL REFERENCES orders,
  payment_id uuid REFERENCES payment,
  voucher_order_id uuid REFERENCES orders,
  system_voucher_id int REFERENCES system_voucher,
  amount int NOT NULL CHECK (amount > 0),
  UNIQUE NULLS NOT DISTINCT (order_id, payment_id, voucher_order_id, system_voucher_id),
  CHECK ((payment_id IS NULL) <> (system_voucher_id IS NULL)),
  CHECK ((voucher_order_id IS NULL) = (system_voucher_id IS NULL))
);
CREATE INDEX change_return_by_payment ON change_return (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX change_return_by_voucher ON change_return (voucher_order_id, system_voucher_id) WHERE system_voucher_id IS NOT NULL;
-- Those that are being paid just now give back to the payment that has the most left, as they were promised.
INSERT INTO change_return (order_id, payment_id, amount)
  SELECT n.order_id, best.payment_id, n.give_back FROM orders n CROSS JOIN LATERAL (
    SELECT p.payment_id FROM payment p WHERE p.order_id = n.modifies AND p.state IN ('captured', 'refunded')
    ORDER BY p.amount - (SELECT coalesce(sum(r.amount), 0) FROM refund r WHERE r.payment_id = p.payment_id) DESC, p.payment_id LIMIT 1) AS best
  WHERE n.state = 'paying' AND n.give_back > 0;

-- ── vouchers that cannot take back ─────────────────────────────────────────
-- What a voucher paid that has run out or been cancelled since goes back as a new one. Of a cancellation it is in to_credit; renewed: so much of it.
ALTER TABLE cancellation ADD COLUMN renewed int NOT NULL DEFAULT 0, ADD CHECK (renewed BETWEEN 0 AND to_credit);
ALTER TABLE orders ADD COLUMN credit_voucher_id int REFERENCES system_voucher;

-- ── one handling fee ───────────────────────────────────────────────────────
-- A percentage follows the tickets: modified_charge is what of modified_amount was their share of it in the order that they came from. A fixed amount stays there.
ALTER TABLE orders
  ADD COLUMN is_percent_charge boolean NOT NULL DEFAULT false,
  ADD COLUMN modified_charge int NOT NULL DEFAULT 0,
  ADD CHECK (modified_charge BETWEEN 0 AND modified_amount);
UPDATE orders o SET is_percent_charge = true WHERE o.global_service_charge > 0 AND (
  SELECT c.percent_rate_per_order IS NOT NULL FROM order_seat s JOIN presentation p USING (presentation_id) JOIN service_charge c USING (service_charge_id)
  WHERE s.order_id = o.order_id ORDER BY p.presentation_id LIMIT 1);

-- Whether a fixed fee was paid in an order, or in those that led to it by ticket changes and are not cancelled: it is asked for once in all.
CREATE FUNCTION is_fee_paid(o orders) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT o.order_id, o.modifies, o.state, o.global_service_charge, o.is_percent_charge
    UNION ALL SELECT b.order_id, b.modifies, b.state, b.global_service_charge, b.is_percent_charge FROM chain c JOIN orders b ON b.order_id = c.modifies)
  SELECT EXISTS (SELECT FROM chain WHERE state = 'paid' AND global_service_charge > 0 AND NOT is_percent_charge)
$$;

-- What of its own handling fee an order still has.
CREATE FUNCTION charge_left(o orders) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT o.global_service_charge - coalesce(sum(n.modified_charge), 0)::int FROM orders n WHERE n.modifies = o.order_id AND n.state IN ('paid', 'refunding', 'refunded')
$$;
