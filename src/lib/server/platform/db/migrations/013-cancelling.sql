-- What the database itself refuses, so that nothing is given back twice, whoever asks.

-- A line is given back once: for other tickets or for money, never both, and never for another reason later.
CREATE FUNCTION refuse_second_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cancellation_id IS NOT NULL AND NEW.cancellation_id IS DISTINCT FROM OLD.cancellation_id THEN
    RAISE EXCEPTION 'a line is cancelled once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_seat_cancelled_once BEFORE UPDATE OF cancellation_id ON order_seat FOR EACH ROW EXECUTE FUNCTION refuse_second_return();
CREATE TRIGGER order_product_cancelled_once BEFORE UPDATE OF cancellation_id ON order_product FOR EACH ROW EXECUTE FUNCTION refuse_second_return();
ALTER TABLE order_seat
  ADD CONSTRAINT given_back_once CHECK (cancellation_id IS NULL OR released_by IS NULL),
  -- Nobody is let in by a ticket that was cancelled, and none that was used is.
  ADD CONSTRAINT cancelled_is_void CHECK (cancellation_id IS NULL OR used_at IS NULL);
CREATE INDEX order_seat_cancelled ON order_seat (cancellation_id) WHERE cancellation_id IS NOT NULL;

-- A reservation ends once; what a cancellation says is never changed.
CREATE UNIQUE INDEX cancellation_whole ON cancellation (order_id) WHERE is_whole;
CREATE TRIGGER cancellation_only_grows BEFORE UPDATE OR DELETE ON cancellation FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Payments give back for a cancellation what it says, and no more.
CREATE FUNCTION refuse_excess_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.amount + (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.reason = 'cancel' AND r.cause = NEW.cause)
      > coalesce((SELECT to_payments FROM cancellation c WHERE c.cancellation_id = NEW.cause AND c.order_id = NEW.order_id), 0) THEN
    RAISE EXCEPTION 'a refund exceeds its cancellation' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refund_within_cancellation BEFORE INSERT ON refund FOR EACH ROW WHEN (NEW.reason = 'cancel') EXECUTE FUNCTION refuse_excess_cancelled();

-- What a provider has refused to give back is still owed to the customer by that payment, and is promised to nobody else.
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
