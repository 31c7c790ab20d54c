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
