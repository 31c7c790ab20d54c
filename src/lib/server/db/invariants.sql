-- Each row is a violation: what must never be true of the database. Checked after every test that writes.
SELECT 'I1 a seat in two live orders' AS invariant, s.presentation_id || ':' || s.seat_id AS subject
FROM order_seat s JOIN orders o USING (order_id) WHERE o.state IN ('paying', 'paid', 'refunding')
GROUP BY s.presentation_id, s.seat_id HAVING count(*) > 1
UNION ALL
SELECT 'I2 more claimed than the plan has', p.presentation_id::text FROM presentation p
JOIN (SELECT presentation_id, count(*) AS claimed FROM seat_claim GROUP BY presentation_id) c USING (presentation_id)
WHERE c.claimed > (SELECT coalesce(sum(capacity), 0) FROM section WHERE section.seatplan_id = p.seatplan_id)
UNION ALL
SELECT 'I2 a claim on a seat or place that the plan does not have', c.presentation_id || ':' || c.seat_id
FROM seat_claim c JOIN presentation p USING (presentation_id)
WHERE NOT EXISTS (SELECT 1 FROM seat WHERE seat.seatplan_id = p.seatplan_id AND seat.seat_id = c.seat_id)
  AND NOT EXISTS (SELECT 1 FROM section x WHERE x.seatplan_id = p.seatplan_id AND c.seat_id BETWEEN x.first_place AND x.first_place + x.capacity - 1)
UNION ALL
SELECT 'I3 a sold seat without a paid order', c.presentation_id || ':' || c.seat_id FROM seat_claim c
WHERE c.state = 'S' AND NOT EXISTS (
  SELECT 1 FROM orders o JOIN order_seat s USING (order_id)
  WHERE o.order_id = c.order_id AND o.state IN ('paid', 'refunding') AND s.presentation_id = c.presentation_id AND s.seat_id = c.seat_id)
UNION ALL
SELECT 'I3 a paid order without its seat', s.presentation_id || ':' || s.seat_id FROM orders o JOIN order_seat s USING (order_id)
WHERE o.state = 'paid' AND NOT EXISTS (
  SELECT 1 FROM seat_claim c WHERE c.presentation_id = s.presentation_id AND c.seat_id = s.seat_id AND c.state = 'S' AND c.order_id = o.order_id)
UNION ALL
SELECT 'I3 a seat being paid whose order is not', c.presentation_id || ':' || c.seat_id FROM seat_claim c
WHERE c.state = 'P' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.order_id = c.order_id AND o.state = 'paying')
UNION ALL
SELECT 'I4 money taken and amount due differ', o.order_id::text FROM orders o
LEFT JOIN (SELECT order_id, sum(amount) AS taken FROM ledger GROUP BY order_id) l USING (order_id)
WHERE (o.state = 'paid' AND coalesce(l.taken, 0) <> o.amount_due) OR (o.state IN ('failed', 'refunded', 'paying') AND coalesce(l.taken, 0) <> 0)
UNION ALL
SELECT 'I4 the total is not the sum of the lines', o.order_id::text FROM orders o
WHERE o.amount_due <> o.global_service_charge
  + (SELECT coalesce(sum(price + service_charge), 0) FROM order_seat s WHERE s.order_id = o.order_id)
  + (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_product p WHERE p.order_id = o.order_id)
UNION ALL
SELECT 'I4 the provider charged what we do not know of', h.idempotency_key FROM sandbox_charge h
WHERE h.outcome = 'charged' AND NOT EXISTS (
  SELECT 1 FROM orders o JOIN payment p USING (order_id)
  WHERE o.order_id::text = h.idempotency_key AND p.amount = h.amount AND (o.state IN ('paid', 'refunding') OR (o.state = 'paying' AND p.state IN ('intended', 'unknown'))))
UNION ALL
SELECT 'I4 a payment is captured that the provider did not charge', p.payment_id::text FROM payment p
WHERE p.provider = 'sandbox' AND p.state = 'captured'
  AND NOT EXISTS (SELECT 1 FROM sandbox_charge h WHERE h.idempotency_key = p.order_id::text AND h.outcome = 'charged' AND h.amount = p.amount)
UNION ALL
SELECT 'I8 a paid order without all its tickets', o.order_id::text FROM orders o JOIN order_seat s USING (order_id)
WHERE o.state = 'paid' AND s.ticket_identifier IS NULL
UNION ALL
SELECT 'I8 a ticket of an order that was never paid', o.order_id::text FROM orders o JOIN order_seat s USING (order_id)
WHERE o.state IN ('paying', 'failed') AND s.ticket_identifier IS NOT NULL
UNION ALL
SELECT 'I8 a paid order without its messages', o.order_id::text FROM orders o
WHERE o.state = 'paid' AND NOT EXISTS (SELECT 1 FROM outbox m WHERE m.order_id = o.order_id)
UNION ALL
SELECT 'I9 an order without its audit entry', o.order_id::text FROM orders o
WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.subject = o.order_id::text AND a.action = 'order')
   OR (o.state = 'paid' AND NOT EXISTS (SELECT 1 FROM audit a WHERE a.subject = o.order_id::text AND a.action = 'paid'))
UNION ALL
SELECT 'I9 a claim without its audit entry', c.presentation_id || ':' || c.seat_id FROM seat_claim c
WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.action = 'lock' AND a.subject = c.presentation_id || ':' || c.seat_id AND a.uuid = c.holder)
