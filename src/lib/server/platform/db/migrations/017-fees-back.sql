-- Handling fees go back with the last of what they were paid for, along ticket changes; a percentage goes back with each of its items.

-- The rate of a percentage, so that the share of a line is what it was shown to be; null of orders from before, whose shares are parts of the sum.
ALTER TABLE orders ADD COLUMN charge_percent numeric(6, 3), ADD CHECK (charge_percent IS NULL OR is_percent_charge);

-- What of an order's handling fee went back with a cancellation, of that order or of one that came from it by ticket changes.
CREATE TABLE fee_return (
  cancellation_id uuid NOT NULL REFERENCES cancellation,
  order_id uuid NOT NULL REFERENCES orders,
  amount int NOT NULL CHECK (amount > 0),
  PRIMARY KEY (cancellation_id, order_id)
);
CREATE INDEX fee_return_by_order ON fee_return (order_id);
-- Until now a fee went back with the last of its own order.
INSERT INTO fee_return (cancellation_id, order_id, amount)
  SELECT cancellation_id, order_id, charge_left(o) FROM cancellation JOIN orders o USING (order_id) WHERE is_whole AND charge_left(o) > 0;
CREATE TRIGGER fee_return_only_grows BEFORE UPDATE OR DELETE ON fee_return FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- What of its own handling fee an order still has.
CREATE OR REPLACE FUNCTION charge_left(o orders) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT o.global_service_charge
    - (SELECT coalesce(sum(n.modified_charge), 0)::int FROM orders n WHERE n.modifies = o.order_id AND n.state IN ('paid', 'refunding', 'refunded'))
    - (SELECT coalesce(sum(f.amount), 0)::int FROM fee_return f WHERE f.order_id = o.order_id)
$$;

-- Whether a fixed fee was paid in an order, or in those that led to it by ticket changes, and has not gone back: it is asked for once in all.
CREATE OR REPLACE FUNCTION is_fee_paid(o orders) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT o.order_id, o.modifies UNION ALL SELECT b.order_id, b.modifies FROM chain c JOIN orders b ON b.order_id = c.modifies)
  SELECT EXISTS (SELECT FROM chain JOIN orders x USING (order_id)
    WHERE x.state IN ('paid', 'refunding', 'refunded') AND NOT x.is_percent_charge AND charge_left(x) > 0)
$$;

-- Whether anything is left of an order, or of those that came from it by ticket changes; besides: an order that does not count.
CREATE FUNCTION lives_on(o orders, besides uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE tree AS (
    SELECT o.order_id, o.state UNION ALL SELECT n.order_id, n.state FROM tree t JOIN orders n ON n.modifies = t.order_id)
  SELECT EXISTS (SELECT FROM tree t WHERE t.state = 'paid' AND t.order_id <> besides AND (
    EXISTS (SELECT FROM order_seat s WHERE s.order_id = t.order_id AND NOT is_gone(s))
    OR EXISTS (SELECT FROM order_product p WHERE p.order_id = t.order_id AND p.cancellation_id IS NULL)))
$$;
