-- The same tables as in domain/orders/states.ts: a step that is not among a trigger's arguments is refused, whoever asks.
CREATE OR REPLACE FUNCTION refuse_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (OLD.state || '>' || NEW.state) = ANY (TG_ARGV) THEN
    RAISE EXCEPTION '%: no step from % to %', TG_TABLE_NAME, OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER orders_steps BEFORE UPDATE OF state ON orders FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('unpaid>paying', 'unpaid>failed', 'paying>paid', 'paying>failed', 'paying>unpaid', 'paid>refunding', 'refunding>refunded');
CREATE OR REPLACE TRIGGER payment_steps BEFORE UPDATE OF state ON payment FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('intended>captured', 'intended>declined', 'intended>unknown', 'unknown>captured', 'unknown>declined', 'declined>captured',
    'captured>refunded');
CREATE OR REPLACE TRIGGER payment_form_steps BEFORE UPDATE OF state ON payment_form FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('open>ordered', 'open>lapsed', 'lapsed>ordered');
CREATE OR REPLACE TRIGGER refund_steps BEFORE UPDATE OF state ON refund FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('intended>done', 'intended>refused', 'refused>intended', 'refused>done', 'refused>settled');
CREATE OR REPLACE TRIGGER resale_steps BEFORE UPDATE OF state ON resale FOR EACH ROW WHEN (OLD.state <> NEW.state)
  EXECUTE FUNCTION refuse_step('offered>sold', 'offered>taken_back', 'offered>ended');
