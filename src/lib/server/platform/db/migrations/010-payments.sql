-- Payments of both kinds, several tries of one order, refunds, and state machines that the database keeps as well.

-- ── payment ────────────────────────────────────────────────────────────────
-- An unpaid reservation may be tried to be paid several times, one after the other. payment_id is the key under which the provider charges once.
ALTER TABLE payment
  DROP CONSTRAINT payment_order_id_key,
  ADD COLUMN form_id uuid REFERENCES payment_form,
  -- Of a later payment of an unpaid reservation: its own key and body.
  ADD COLUMN idempotency_key text,
  ADD COLUMN body_hash bytea,
  ADD COLUMN failure_code text;
CREATE INDEX payment_by_order ON payment (order_id);
CREATE INDEX payment_by_form ON payment (form_id) WHERE form_id IS NOT NULL;
CREATE UNIQUE INDEX payment_at_work ON payment (order_id) WHERE state IN ('intended', 'unknown');
CREATE UNIQUE INDEX payment_by_key ON payment (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;

-- ── forms ──────────────────────────────────────────────────────────────────
-- The row is written before the provider is asked for the form, whose name is therefore not known at first. A form whose money was given back has an order
-- too, one that failed: all money has an order.
ALTER TABLE payment_form ALTER COLUMN provider_form DROP NOT NULL, DROP CONSTRAINT payment_form_state_check;
ALTER TABLE payment_form ADD CONSTRAINT payment_form_state_check CHECK (state IN ('open', 'ordered', 'lapsed'));
DROP INDEX payment_form_open;
CREATE INDEX payment_form_open ON payment_form (looked_at NULLS FIRST) WHERE state = 'open' OR told_at IS NOT NULL;
CREATE INDEX payment_form_by_holder ON payment_form (holder, created_at);

-- ── unpaid reservations ────────────────────────────────────────────────────
-- Until when a reservation that was made without paying may be paid; its seats stay claimed ('P') until then.
ALTER TABLE orders ADD COLUMN pay_until timestamptz;
ALTER TABLE orders ADD CHECK (state <> 'unpaid' OR pay_until IS NOT NULL);
CREATE INDEX orders_unpaid ON orders (pay_until) WHERE state = 'unpaid';

-- ── refunds ────────────────────────────────────────────────────────────────
-- Never more is given back than was taken; who adds a refund waits for the others of the payment.
CREATE FUNCTION refuse_excess_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  captured int;
BEGIN
  SELECT amount INTO captured FROM payment WHERE payment_id = NEW.payment_id AND state IN ('captured', 'refunded') FOR UPDATE;
  IF NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.payment_id = NEW.payment_id AND r.state <> 'refused') > coalesce(captured, 0) THEN
    RAISE EXCEPTION 'a refund exceeds its payment' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refund_within_payment BEFORE INSERT ON refund FOR EACH ROW EXECUTE FUNCTION refuse_excess_refund();
ALTER TABLE refund ADD COLUMN failure text;

-- ── states ─────────────────────────────────────────────────────────────────
-- The same tables as in domain/states.ts: a step that is not among a trigger's arguments is refused, whoever asks.
CREATE FUNCTION refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (OLD.state || '>' || NEW.state) = ANY (TG_ARGV) THEN
    RAISE EXCEPTION '%: no step from % to %', TG_TABLE_NAME, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER orders_steps BEFORE UPDATE OF state ON orders FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('unpaid>paying', 'unpaid>failed', 'paying>paid', 'paying>failed', 'paying>unpaid', 'paid>refunding', 'refunding>refunded');
CREATE TRIGGER payment_steps BEFORE UPDATE OF state ON payment FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('intended>captured', 'intended>declined', 'intended>unknown', 'unknown>captured', 'unknown>declined', 'declined>captured',
    'captured>refunded');
CREATE TRIGGER payment_form_steps BEFORE UPDATE OF state ON payment_form FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('open>ordered', 'open>lapsed', 'lapsed>ordered');
CREATE TRIGGER refund_steps BEFORE UPDATE OF state ON refund FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('intended>done', 'intended>refused');

-- ── the built-in sandbox ───────────────────────────────────────────────────
-- A charge that was given back stays a charge; what was given back of it stands beside it. method: a wallet is charged in the form.
ALTER TABLE sandbox_charge DROP CONSTRAINT sandbox_charge_outcome_check;
ALTER TABLE sandbox_charge ADD CONSTRAINT sandbox_charge_outcome_check CHECK (outcome IN ('charged', 'declined'));
CREATE TABLE sandbox_refund (
  idempotency_key text PRIMARY KEY,
  charge_key text NOT NULL REFERENCES sandbox_charge,
  amount int NOT NULL CHECK (amount > 0),
  reference text NOT NULL UNIQUE,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sandbox_refund_by_charge ON sandbox_refund (charge_key);
ALTER TABLE sandbox_form
  ADD COLUMN callback_url text NOT NULL DEFAULT '',
  ADD COLUMN method text NOT NULL DEFAULT 'card',
  ADD COLUMN is_closed boolean NOT NULL DEFAULT false;
ALTER TABLE sandbox_card ADD COLUMN method text NOT NULL DEFAULT 'card';
CREATE INDEX sandbox_card_by_form ON sandbox_card (form_id);
CREATE INDEX sandbox_charge_by_card ON sandbox_charge (payment_identifier);
