-- Queues what those hear who want to hear of it: the order by its number, and how many of its tickets still count for which presentation. An integration hears of the
-- orders that it has begun, each with the return address that it gave, unless that was forgotten with the buyer's account.
CREATE OR REPLACE FUNCTION tell_webhooks(event_name text, of_order uuid, of_line int, more jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- Most shops have none, and a function of this language is planned once a connection: an order pays next to nothing for it.
  IF NOT EXISTS (SELECT FROM webhook WHERE ended_at IS NULL AND event_name = ANY (events)) THEN RETURN; END IF;
  INSERT INTO webhook_message (webhook_id, event, order_id, line, data)
    SELECT w.webhook_id, event_name, of_order, of_line, jsonb_build_object('orderNumber', left(o.order_number, 4) || '-' || right(o.order_number, 4),
      'presentations', coalesce(shown.list, '[]')) || more || CASE WHEN w.integration_id IS NULL OR v.return_url = '' THEN '{}' ELSE jsonb_build_object('ret', v.return_url) END
    FROM webhook w JOIN orders o ON o.order_id = of_order LEFT JOIN integration_opening v USING (opening_id) CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object('presentationId', presentation_id, 'tickets', tickets) ORDER BY presentation_id) AS list, array_agg(business_id) AS businesses
      FROM (SELECT s.presentation_id, p.business_id, count(*) FILTER (WHERE NOT is_gone(s) AND o.state <> 'failed') AS tickets
            FROM order_seat s JOIN presentation p USING (presentation_id) WHERE s.order_id = of_order GROUP BY 1, 2) AS of_presentation) AS shown
    WHERE w.ended_at IS NULL AND event_name = ANY (w.events) AND (w.business_ids IS NULL OR w.business_ids && shown.businesses)
      AND (w.integration_id IS NULL OR w.integration_id = v.integration_id)
  ON CONFLICT DO NOTHING;
END $$;

CREATE OR REPLACE FUNCTION instant_text(instant timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- Seats are held and paid later. Told as the transaction ends: the seats are written after their order.
CREATE OR REPLACE FUNCTION tell_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('order.held', NEW.order_id, 0,
    jsonb_build_object('amount', NEW.amount_due, 'currency', 'ILS', 'payUntil', instant_text(NEW.pay_until)));
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS orders_held_told ON orders;
CREATE CONSTRAINT TRIGGER orders_held_told AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.state = 'unpaid') EXECUTE FUNCTION tell_held();

-- What was held is given up: its buyer has cancelled it, nobody has paid it in time, or the house has called the showing off. Its seats are free again.
CREATE OR REPLACE FUNCTION tell_given_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.failure_code = 'CANCELLED' THEN
    PERFORM tell_webhooks('order.cancelled', NEW.order_id, 0, jsonb_build_object('isWhole', true, 'refunded', 0, 'kept', 0, 'currency', 'ILS'));
  ELSE
    PERFORM tell_webhooks('order.lapsed', NEW.order_id, 0, '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER orders_given_up_told AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (NEW.kind = 'hold' AND OLD.state <> 'failed' AND NEW.state = 'failed') EXECUTE FUNCTION tell_given_up();

-- An order is paid, or one that takes the place of another.
CREATE OR REPLACE FUNCTION tell_paid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks(CASE WHEN NEW.modifies IS NULL THEN 'order.paid' ELSE 'order.changed' END, NEW.order_id, 0,
    jsonb_build_object('amount', NEW.amount_due, 'currency', 'ILS') || coalesce(
      (SELECT jsonb_build_object('replaces', left(order_number, 4) || '-' || right(order_number, 4)) FROM orders WHERE order_id = NEW.modifies), '{}'));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER orders_told AFTER UPDATE OF state ON orders FOR EACH ROW
  WHEN (OLD.state NOT IN ('paid', 'refunding', 'refunded') AND NEW.state IN ('paid', 'refunding', 'refunded')) EXECUTE FUNCTION tell_paid();

-- What follows is told as the transaction ends: by then all lines say what became of them.
CREATE OR REPLACE FUNCTION tell_cancelled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('order.cancelled', NEW.order_id, 0,
    jsonb_build_object('isWhole', NEW.is_whole, 'refunded', NEW.worth - NEW.charge, 'kept', NEW.charge, 'currency', 'ILS'));
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS cancellation_told ON cancellation;
CREATE CONSTRAINT TRIGGER cancellation_told AFTER INSERT ON cancellation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell_cancelled();

CREATE OR REPLACE FUNCTION tell_exchanged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('order.changed', order_id, 0, '{}') FROM sold_order WHERE order_id = NEW.order_id;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS order_seat_exchange_told ON order_seat;
CREATE CONSTRAINT TRIGGER order_seat_exchange_told AFTER UPDATE ON order_seat DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.presentation_id, OLD.seat_id, OLD.ticket_id) IS DISTINCT FROM (NEW.presentation_id, NEW.seat_id, NEW.ticket_id)) EXECUTE FUNCTION tell_exchanged();

CREATE OR REPLACE FUNCTION tell_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_webhooks('ticket.used', NEW.order_id, NEW.line,
    jsonb_build_object('presentationId', NEW.presentation_id, 'usedAt', instant_text(NEW.used_at)));
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS order_seat_use_told ON order_seat;
CREATE CONSTRAINT TRIGGER order_seat_use_told AFTER UPDATE ON order_seat DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.used_at IS NULL AND NEW.used_at IS NOT NULL) EXECUTE FUNCTION tell_used();
