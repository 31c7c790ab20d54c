-- Never more is given back than was taken; who adds a refund waits for the others of the payment. What a provider has refused to give back is still owed to the
-- customer by that payment, and is promised to nobody else.
CREATE OR REPLACE FUNCTION refuse_excess_refund() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  captured int;
BEGIN
  SELECT amount INTO captured FROM payment WHERE payment_id = NEW.payment_id AND state IN ('captured', 'refunded') FOR UPDATE;
  IF NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.payment_id = NEW.payment_id) > coalesce(captured, 0) THEN
    RAISE EXCEPTION 'a refund exceeds its payment' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER refund_within_payment BEFORE INSERT ON refund FOR EACH ROW EXECUTE FUNCTION refuse_excess_refund();

-- Payments give back for a cancellation what it says, and no more.
CREATE OR REPLACE FUNCTION refuse_excess_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.reason = 'cancel' AND r.cause = NEW.cause)
      > coalesce((SELECT to_payments FROM cancellation c WHERE c.cancellation_id = NEW.cause AND c.order_id = NEW.order_id), 0) THEN
    RAISE EXCEPTION 'a refund exceeds its cancellation' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER refund_within_cancellation BEFORE INSERT ON refund FOR EACH ROW WHEN (NEW.reason = 'cancel') EXECUTE FUNCTION refuse_excess_cancelled();
