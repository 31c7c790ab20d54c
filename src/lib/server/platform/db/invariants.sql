-- Each row is a violation: what must never be true of the database. Checked after every test that writes.
-- A seat that its subscriber offers for resale is for sale: it counts for whoever buys it.
SELECT 'I1 a seat in two live orders' AS invariant, s.presentation_id || ':' || s.seat_id AS subject
FROM order_seat s JOIN orders o USING (order_id) WHERE o.state IN ('unpaid', 'paying', 'paid', 'refunding') AND NOT is_gone(s) AND NOT is_on_resale(s)
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
SELECT 'I2 the count of taken seats is not that of the claims', presentation_id::text FROM taken_amiss()
UNION ALL
SELECT 'I2 a free place that nobody would find', g.presentation_id || ':' || n.place
FROM section_gate g CROSS JOIN LATERAL generate_series(g.first_place, g.next_place - 1) AS n (place)
WHERE NOT EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = g.presentation_id AND c.seat_id = n.place)
  AND NOT EXISTS (SELECT FROM freed_place f WHERE f.presentation_id = g.presentation_id AND f.place = n.place)
UNION ALL
SELECT 'I3 a sold seat without a paid order', c.presentation_id || ':' || c.seat_id FROM seat_claim c
WHERE c.state = 'S' AND NOT EXISTS (
  SELECT 1 FROM orders o JOIN order_seat s USING (order_id)
  WHERE o.order_id = c.order_id AND o.state IN ('paid', 'refunding') AND s.presentation_id = c.presentation_id AND s.seat_id = c.seat_id
    AND NOT is_gone(s))
UNION ALL
SELECT 'I3 a paid order without its seat', s.presentation_id || ':' || s.seat_id FROM orders o JOIN order_seat s USING (order_id)
WHERE o.state = 'paid' AND NOT is_gone(s) AND NOT is_on_resale(s) AND NOT EXISTS (
  SELECT 1 FROM seat_claim c WHERE c.presentation_id = s.presentation_id AND c.seat_id = s.seat_id AND c.state = 'S' AND c.order_id = o.order_id)
UNION ALL
SELECT 'I3 a seat being paid whose order is not', c.presentation_id || ':' || c.seat_id FROM seat_claim c
WHERE c.state = 'P' AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.order_id = c.order_id AND o.state IN ('unpaid', 'paying'))
UNION ALL
SELECT 'I3 an unpaid order without its seat', s.presentation_id || ':' || s.seat_id FROM orders o JOIN order_seat s USING (order_id)
WHERE o.state IN ('unpaid', 'paying') AND NOT EXISTS (
  SELECT 1 FROM seat_claim c WHERE c.presentation_id = s.presentation_id AND c.seat_id = s.seat_id AND c.state = 'P' AND c.order_id = o.order_id)
UNION ALL
-- A seat that is kept goes to those it is kept for: who buys the membership (of a renewal, as its member), or of an allocation who is a member. An import shows
-- what it keeps when it commits, so that a claim of its last seconds counts as one of before.
SELECT 'I3 a kept seat was claimed by somebody else', c.presentation_id || ':' || c.seat_id FROM seat_claim c JOIN seat_keep k USING (presentation_id, seat_id)
WHERE k.kind NOT IN ('broker', 'producer') AND c.state <> 'H' AND c.claimed_at >= k.kept_at + interval '30 seconds' AND c.claimed_at < k.until
  AND EXISTS (SELECT FROM session WHERE uuid = c.holder)
  AND NOT EXISTS (SELECT FROM order_seat s JOIN order_item i ON i.order_id = s.order_id AND i.kind = 'membership' AND i.line = s.membership_line
    WHERE s.order_id = c.order_id AND s.presentation_id = c.presentation_id AND s.seat_id = c.seat_id
      AND (k.membership_ids = '{}' OR i.subject_id = ANY (k.membership_ids)) AND (k.kind = 'allocation' OR is_member(k.entitlement_id, c.holder)))
  AND NOT (k.kind = 'allocation' AND EXISTS (SELECT FROM session_grant g JOIN entitlement e USING (entitlement_id)
    WHERE g.uuid = c.holder AND e.kind = 'member' AND (k.membership_ids = '{}' OR e.membership_id = ANY (k.membership_ids))))
UNION ALL
-- A seat of a locked part is sold by its broker: in the browser of the sign-in, or for a customer.
SELECT 'I3 a seat of a broker was sold by somebody else', c.presentation_id || ':' || c.seat_id FROM seat_claim c JOIN seat_keep k USING (presentation_id, seat_id)
WHERE k.kind = 'broker' AND c.state <> 'H' AND c.claimed_at >= k.kept_at + interval '30 seconds' AND c.claimed_at < k.until
  AND NOT EXISTS (SELECT FROM staff_session s WHERE s.visitor = c.holder AND s.staff_id = k.staff_id)
  AND NOT EXISTS (SELECT FROM staff_audit a WHERE a.staff_id = k.staff_id AND a.action = 'sale' AND a.subject = c.order_id::text)
UNION ALL
-- A seat that a producer holds is sold by staff, in the browser of a sign-in or for a customer, but for what is kept for somebody else as well.
SELECT 'I3 a seat that a producer holds was sold by somebody else', c.presentation_id || ':' || c.seat_id FROM seat_claim c JOIN seat_keep k USING (presentation_id, seat_id)
WHERE k.kind = 'producer' AND c.state <> 'H' AND c.claimed_at >= k.kept_at + interval '30 seconds' AND c.claimed_at < k.until
  AND NOT EXISTS (SELECT FROM staff_session s WHERE s.visitor = c.holder)
  AND NOT EXISTS (SELECT FROM staff_audit a WHERE a.action = 'sale' AND a.subject = c.order_id::text)
  AND NOT EXISTS (SELECT FROM seat_keep o WHERE o.presentation_id = k.presentation_id AND o.seat_id = k.seat_id AND o.kind <> 'producer' AND o.until > c.claimed_at)
UNION ALL
-- A producer holds seats of the allocation that they are held for, as long as the presentation is sold.
SELECT 'I3 a seat is held for an allocation that it is not of', k.presentation_id || ':' || k.seat_id FROM seat_keep k JOIN presentation p USING (presentation_id)
WHERE k.kind = 'producer' AND k.until > now()
  AND (k.until <> sale_ends_at(p) OR k.seat_id NOT IN (SELECT part_seats(k.presentation_id, ARRAY[k.allocation_id])))
UNION ALL
-- A part is locked by its broker as long as its seats are kept for the broker, and its seats are those of its allocations.
SELECT 'I3 seats are kept for a broker who has not locked them', k.presentation_id || ':' || k.seat_id FROM seat_keep k
WHERE k.kind = 'broker' AND k.until > now() AND NOT EXISTS (SELECT FROM broker_part b
  WHERE b.presentation_id = k.presentation_id AND b.staff_id = k.staff_id AND b.locked_until = k.until)
UNION ALL
SELECT 'I3 a locked part was changed', b.presentation_id::text FROM broker_part b WHERE b.locked_until > now()
GROUP BY b.presentation_id, b.staff_id HAVING part_terms(b.presentation_id, array_agg(b.allocation_id)) <> ALL (array_agg(b.locked_as))
UNION ALL
-- What a paid order is worth stands in its ledger, of which refunds that are still to come are taken off; all others are worth nothing. What was kept of
-- cancelled items is worth something in both, and so is a handling fee that stays while something lives that came of its order.
SELECT 'I4 the ledger and the worth of an order differ', o.order_id::text FROM orders o
LEFT JOIN (SELECT order_id, sum(amount) AS booked FROM ledger GROUP BY order_id) l USING (order_id)
LEFT JOIN (SELECT order_id, sum(amount) AS owed FROM refund WHERE state NOT IN ('done', 'settled') GROUP BY order_id) r USING (order_id)
LEFT JOIN (SELECT order_id, sum(charge) AS kept FROM cancellation GROUP BY order_id) c USING (order_id)
WHERE coalesce(l.booked, 0) - coalesce(r.owed, 0) <> coalesce(c.kept, 0) + CASE WHEN o.state IN ('paid', 'refunding', 'refunded') THEN charge_left(o) ELSE 0 END
  + CASE WHEN o.state <> 'paid' THEN 0 ELSE (SELECT coalesce(sum(price + service_charge), 0) FROM order_seat s WHERE s.order_id = o.order_id AND NOT is_gone(s))
  + (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_product p WHERE p.order_id = o.order_id AND p.cancellation_id IS NULL)
  + (SELECT coalesce(sum(quantity * (unit_price + service_charge)), 0) FROM order_item i WHERE i.order_id = o.order_id AND i.cancellation_id IS NULL)
  -- What of a membership was credited for evenings that were sold on.
  - (SELECT coalesce(sum(credited_of(i.order_id, i.kind, i.line)), 0) FROM order_item i
     WHERE i.order_id = o.order_id AND i.kind = 'membership' AND i.cancellation_id IS NULL) END
  -- A ticket that was had in exchange and sold on: what was paid more for it, less what of that was credited.
  + (SELECT coalesce(sum(s.price + s.service_charge - r.own_credit), 0) FROM resale r JOIN order_seat s USING (order_id, line)
     WHERE r.order_id = o.order_id AND r.state = 'sold')
UNION ALL
SELECT 'I4 the total is not the sum of the lines', o.order_id::text FROM orders o
WHERE o.amount_due + o.voucher_amount + o.modified_amount - o.give_back <> o.global_service_charge
  + (SELECT coalesce(sum(price + service_charge), 0) FROM order_seat s WHERE s.order_id = o.order_id)
  + (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_product p WHERE p.order_id = o.order_id)
  + (SELECT coalesce(sum(quantity * (unit_price + service_charge)), 0) FROM order_item i WHERE i.order_id = o.order_id)
  AND (o.state <> 'failed' OR EXISTS (SELECT FROM order_seat s WHERE s.order_id = o.order_id) OR EXISTS (SELECT FROM order_item i WHERE i.order_id = o.order_id))
UNION ALL
SELECT 'I4 a payment and its ledger differ', p.payment_id::text FROM payment p
LEFT JOIN (SELECT payment_id, sum(amount) FILTER (WHERE kind = 'charge') AS charged, -sum(amount) FILTER (WHERE kind = 'refund') AS refunded
  FROM ledger GROUP BY payment_id) l USING (payment_id)
WHERE coalesce(l.charged, 0) <> CASE WHEN p.state IN ('captured', 'refunded') THEN p.amount ELSE 0 END
   OR coalesce(l.refunded, 0) <> (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.payment_id = p.payment_id AND r.state = 'done')
UNION ALL
SELECT 'I4 more is given back than was captured', p.payment_id::text FROM payment p
WHERE (SELECT sum(amount) FROM refund r WHERE r.payment_id = p.payment_id)
  > CASE WHEN p.state IN ('captured', 'refunded') THEN p.amount ELSE 0 END
UNION ALL
SELECT 'I4 the provider charged what we do not know of', h.idempotency_key FROM sandbox_charge h JOIN sandbox_card c USING (payment_identifier)
WHERE h.outcome = 'charged' AND NOT EXISTS (
  SELECT FROM payment p WHERE p.provider = 'sandbox' AND p.payment_identifier = h.payment_identifier
    AND (p.state IN ('intended', 'unknown') OR (p.state IN ('captured', 'refunded') AND p.amount = h.amount)))
  AND NOT EXISTS (SELECT FROM payment_form f WHERE f.provider = 'sandbox' AND f.provider_form = c.form_id AND f.state = 'open')
UNION ALL
SELECT 'I4 a payment is captured that the provider did not charge', p.payment_id::text FROM payment p
WHERE p.provider = 'sandbox' AND p.state IN ('captured', 'refunded')
  AND NOT EXISTS (SELECT FROM sandbox_charge h WHERE h.payment_identifier = p.payment_identifier AND h.outcome = 'charged' AND h.amount = p.amount)
UNION ALL
SELECT 'I4 the provider gave back another sum', p.payment_id::text FROM payment p
WHERE p.provider = 'sandbox' AND NOT EXISTS (SELECT FROM refund r WHERE r.payment_id = p.payment_id AND r.state = 'intended')
  AND (SELECT coalesce(sum(b.amount), 0) FROM sandbox_refund b JOIN sandbox_charge h ON h.idempotency_key = b.charge_key
       WHERE h.payment_identifier = p.payment_identifier)
    <> (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.payment_id = p.payment_id AND r.state = 'done')
  AND p.state IN ('captured', 'refunded')
UNION ALL
SELECT 'I4 a ticket change is not in both ledgers', o.order_id::text FROM orders o
WHERE o.modifies IS NOT NULL AND (
  SELECT coalesce(array_agg(l.order_id || ' ' || l.amount ORDER BY l.amount), '{}') FROM ledger l WHERE l.kind = 'correction' AND l.cause = o.order_id)
  <> CASE WHEN o.state NOT IN ('paid', 'refunding', 'refunded') OR o.modified_amount = o.give_back THEN '{}'::text[]
    ELSE ARRAY[o.modifies || ' ' || (o.give_back - o.modified_amount), o.order_id || ' ' || (o.modified_amount - o.give_back)] END
UNION ALL
SELECT 'I4 what a ticket change leaves over does not go back', o.order_id::text FROM orders o
WHERE o.state = 'paid' AND o.modifies IS NOT NULL
  AND o.give_back <> (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.reason = 'change' AND r.cause = o.order_id AND r.order_id = o.modifies)
    + (SELECT coalesce(sum(amount), 0) FROM voucher_ledger l WHERE l.kind = 'return' AND l.cause = o.order_id AND NOT is_bundle(l.system_voucher_id))
UNION ALL
SELECT 'I4 what a ticket change gives back is not what was promised', o.order_id::text FROM orders o
WHERE o.modifies IS NOT NULL AND o.state <> 'failed' AND o.give_back <> (SELECT coalesce(sum(amount), 0) FROM change_return b WHERE b.order_id = o.order_id)
UNION ALL
SELECT 'I4 more is promised than was captured', p.payment_id::text FROM payment p
WHERE (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.payment_id = p.payment_id)
  + (SELECT coalesce(sum(b.amount), 0) FROM change_return b JOIN orders n USING (order_id) WHERE b.payment_id = p.payment_id AND n.state = 'paying')
  > p.amount
UNION ALL
-- What a person has paid back in another way is in the order's ledger, and is no money of the provider.
SELECT 'I4 a refund that was settled is not in the ledger', r.refund_id::text FROM refund r
WHERE (r.state = 'settled') <> EXISTS (
  SELECT FROM ledger l WHERE l.refund_id = r.refund_id AND l.kind = 'correction' AND l.order_id = r.order_id AND l.amount = -r.amount)
UNION ALL
SELECT 'I4 a second fixed handling fee for the same tickets', o.order_id::text FROM orders o JOIN orders before ON before.order_id = o.modifies
WHERE o.state = 'paid' AND o.global_service_charge > 0 AND is_fee_paid(before)
UNION ALL
SELECT 'I4 tickets given back are not worth what the order says', o.order_id::text FROM orders o
WHERE o.state IN ('paying', 'paid') AND o.modified_amount
  <> o.modified_charge + (SELECT coalesce(sum(price + service_charge), 0) FROM order_seat s WHERE s.released_by = o.order_id)
UNION ALL
SELECT 'I4 more of a percentage goes on than there was', o.order_id::text FROM orders o
WHERE charge_left(o) < 0 OR NOT o.is_percent_charge AND charge_left(o) NOT IN (0, o.global_service_charge)
UNION ALL
SELECT 'I8 a ticket waits for an order that is not being paid', s.order_id || ':' || s.line FROM order_seat s
JOIN orders n ON n.order_id = s.released_by WHERE n.state NOT IN ('paying', 'paid', 'refunding', 'refunded') OR n.modifies <> s.order_id
UNION ALL
SELECT 'I8 a replaced ticket is still issued', ticket_identifier FROM order_seat JOIN replaced_ticket USING (ticket_identifier)
UNION ALL
SELECT 'I4 receipts are not numbered from 1 without a gap', max(receipt_number)::text FROM receipt
HAVING count(*) > 0 AND (min(receipt_number) <> 1 OR max(receipt_number) <> count(*))
UNION ALL
SELECT 'I4 a receipt of what is no charge and no refund', r.receipt_number::text FROM receipt r JOIN ledger l USING (entry_id)
WHERE l.kind NOT IN ('charge', 'refund')
UNION ALL
SELECT 'I4 a charge or refund that has no receipt and waits for none', l.entry_id::text FROM ledger l
WHERE l.kind IN ('charge', 'refund') AND NOT EXISTS (SELECT FROM receipt r WHERE r.entry_id = l.entry_id)
  AND NOT EXISTS (SELECT FROM receipt_due d WHERE d.entry_id = l.entry_id) AND abs(l.amount) > donated_of(l)
UNION ALL
SELECT 'I5 a voucher is not worth what its ledger says', v.system_voucher_id::text FROM system_voucher v
WHERE v.balance < 0 OR v.balance <> (SELECT coalesce(sum(amount), 0) FROM voucher_ledger l WHERE l.system_voucher_id = v.system_voucher_id)
UNION ALL
SELECT 'I5 vouchers of an order are not what it says', o.order_id::text FROM orders o
WHERE o.voucher_amount <> (SELECT coalesce(sum(amount), 0) FROM order_voucher v WHERE v.order_id = o.order_id)
UNION ALL
-- What an order has of a voucher: all that it took until it is settled, what stands in its own ledger once it is paid, nothing when it failed.
SELECT 'I5 a voucher gave another sum than its order had', coalesce(t.order_id, v.order_id)::text
FROM (SELECT order_id, system_voucher_id, -sum(amount) AS given FROM voucher_ledger WHERE order_id IS NOT NULL GROUP BY order_id, system_voucher_id) t
FULL JOIN order_voucher v USING (order_id, system_voucher_id) LEFT JOIN orders o USING (order_id)
WHERE coalesce(t.given, 0) <> CASE WHEN o.state = 'failed' THEN 0 WHEN v.tickets IS NOT NULL THEN (
    SELECT count(*) FROM order_seat s WHERE s.order_id = o.order_id AND s.bundle_id = v.system_voucher_id AND NOT is_gone(s))
  WHEN o.state IN ('unpaid', 'paying') THEN v.amount
  ELSE (SELECT coalesce(sum(amount), 0) FROM ledger l
    WHERE l.order_id = o.order_id AND l.kind = 'voucher' AND l.system_voucher_id = v.system_voucher_id) END
  OR v.order_id IS NULL
UNION ALL
-- A bundle pays as many tickets as its order took of it, no voucher of money pays any, and what it could not take back is in a new one.
SELECT 'I5 a bundle pays other tickets than its order took', order_id::text
FROM (SELECT order_id, system_voucher_id, tickets FROM order_voucher WHERE tickets IS NOT NULL) v
FULL JOIN (SELECT order_id, bundle_id AS system_voucher_id, count(*) AS paid FROM order_seat WHERE bundle_id IS NOT NULL GROUP BY 1, 2) s USING (order_id, system_voucher_id)
JOIN orders o USING (order_id) WHERE o.state <> 'failed' AND v.tickets IS DISTINCT FROM s.paid
UNION ALL
SELECT 'I5 a voucher pays in another unit than it has', u.order_id || ' ' || u.system_voucher_id FROM order_voucher u
WHERE is_bundle(u.system_voucher_id) <> (u.tickets IS NOT NULL)
UNION ALL
SELECT 'I5 tickets that a bundle could not take back are in no new one', l.cause::text FROM voucher_ledger l
WHERE l.cause IS NOT NULL AND l.kind IN ('correction', 'load') AND is_bundle(l.system_voucher_id) GROUP BY l.cause HAVING sum(l.amount) <> 0
UNION ALL
SELECT 'I5 a voucher got back more than it gave', l.order_id || ' ' || l.system_voucher_id FROM voucher_ledger l
WHERE l.order_id IS NOT NULL GROUP BY l.order_id, l.system_voucher_id HAVING sum(l.amount) > 0
UNION ALL
-- What was bought: its voucher is there once it is paid, loaded with what was bought, and goes on whole to its replacement or ends with its line.
SELECT 'I5 a paid voucher line without its voucher', p.order_id || ':' || p.line FROM voucher_purchase p JOIN orders o USING (order_id)
WHERE (o.state IN ('paid', 'refunding', 'refunded')) <> (p.system_voucher_id IS NOT NULL)
UNION ALL
SELECT 'I5 a voucher line without its purchase', i.order_id || ':' || i.line FROM order_item i
WHERE i.kind = 'voucher' AND NOT EXISTS (SELECT FROM voucher_purchase p WHERE p.order_id = i.order_id AND p.line = i.line)
UNION ALL
SELECT 'I5 a voucher is loaded with another sum than was bought', v.system_voucher_id::text FROM system_voucher v
LEFT JOIN voucher_purchase p USING (system_voucher_id)
WHERE v.system_voucher_class_id IS NOT NULL AND coalesce(p.worth, 0)
  <> (SELECT coalesce(sum(l.amount), 0) FROM voucher_ledger l WHERE l.system_voucher_id = v.system_voucher_id AND l.kind = 'load')
UNION ALL
SELECT 'I5 a bought voucher is worth more than was bought', v.system_voucher_id::text FROM system_voucher v
JOIN voucher_purchase p ON p.system_voucher_id IN (v.system_voucher_id, v.replaces) WHERE v.balance > p.worth
UNION ALL
SELECT 'I5 a bought voucher that is over has value', v.system_voucher_id::text FROM system_voucher v
WHERE v.system_voucher_class_id IS NOT NULL AND v.state IN ('cancelled', 'replaced') AND v.balance <> 0
UNION ALL
SELECT 'I5 a voucher is cancelled and its line is not, or the other way round', i.order_id || ':' || i.line FROM order_item i
JOIN voucher_purchase p ON p.order_id = i.order_id AND p.line = i.line
LEFT JOIN system_voucher v ON v.system_voucher_id = coalesce((SELECT n.system_voucher_id FROM system_voucher n WHERE n.replaces = p.system_voucher_id), p.system_voucher_id)
WHERE i.kind = 'voucher' AND (coalesce(v.state, '') = 'cancelled') <> (i.cancellation_id IS NOT NULL)
UNION ALL
SELECT 'I5 a replacement has another value than its voucher had', n.system_voucher_id::text FROM system_voucher n JOIN system_voucher v ON v.system_voucher_id = n.replaces
WHERE v.state <> 'replaced' OR 0 <> (SELECT coalesce(sum(l.amount), 0) FROM voucher_ledger l
  WHERE l.kind = 'replace' AND l.system_voucher_id IN (n.system_voucher_id, v.system_voucher_id))
  OR NOT EXISTS (SELECT FROM voucher_ledger l WHERE l.kind = 'replace' AND l.system_voucher_id = n.system_voucher_id)
UNION ALL
-- What the house owes by class and end is what was bought of it, less what was used, given back, replaced or corrected.
SELECT 'I5 the vouchers outstanding of a class are not what its ledger says', b.system_voucher_class_id || ' ' || coalesce(b.ends_at::text, 'without end')
FROM (SELECT system_voucher_class_id, ends_at, bundle IS NOT NULL AS is_tickets, sum(balance) AS outstanding FROM system_voucher WHERE system_voucher_class_id IS NOT NULL
  GROUP BY system_voucher_class_id, ends_at, bundle IS NOT NULL) b
LEFT JOIN voucher_liability l ON l.system_voucher_class_id = b.system_voucher_class_id AND l.ends_at IS NOT DISTINCT FROM b.ends_at AND l.is_tickets = b.is_tickets
WHERE b.outstanding <> coalesce(l.outstanding, 0)
UNION ALL
SELECT 'I6 more uses of an entitlement than it has', e.entitlement_id::text FROM entitlement e
WHERE taken_uses(e.entitlement_id, '00000000-0000-0000-0000-000000000000') > e.uses
UNION ALL
SELECT 'I6 a ticket of an entitlement that it does not use', s.order_id::text FROM order_seat s JOIN orders o USING (order_id)
WHERE s.entitlement_id IS NOT NULL AND NOT s.is_sub_ticket AND NOT is_gone(s) AND o.state IN ('unpaid', 'paying', 'paid')
GROUP BY s.order_id, s.entitlement_id HAVING count(*)
  > (SELECT coalesce(sum(quantity), 0) FROM entitlement_use u WHERE u.order_id = s.order_id AND u.entitlement_id = s.entitlement_id)
UNION ALL
-- Uses come back with their tickets: all of an order that is over, else one for each ticket that made one.
SELECT 'I6 a use of an order that is over', u.use_id::text FROM entitlement_use u JOIN orders o USING (order_id)
WHERE o.state IN ('failed', 'refunding', 'refunded')
UNION ALL
SELECT 'I6 uses without their tickets', u.use_id::text FROM entitlement_use u JOIN orders o USING (order_id)
JOIN order_seat s ON s.order_id = u.order_id AND s.presentation_id = u.presentation_id AND s.entitlement_id = u.entitlement_id
WHERE NOT s.is_sub_ticket GROUP BY u.use_id HAVING u.quantity > count(*) FILTER (WHERE NOT is_gone(s))
UNION ALL
-- What was bought of a membership: its entitlement is there once it is paid, has the entries that stand and those used of what was cancelled, and ends with the last.
SELECT 'I6 a paid membership without its entitlement', p.order_id || ':' || p.line FROM membership_purchase p JOIN orders o USING (order_id)
WHERE (o.state IN ('paid', 'refunding', 'refunded')) <> (p.entitlement_id IS NOT NULL)
UNION ALL
SELECT 'I6 a membership line without its purchase', i.order_id || ':' || i.line FROM order_item i
WHERE i.kind = 'membership' AND NOT EXISTS (SELECT FROM membership_purchase p WHERE p.order_id = i.order_id AND p.line = i.line)
UNION ALL
SELECT 'I6 a membership purchase is cancelled and its line is not, or the other way round', p.order_id || ':' || p.line FROM membership_purchase p
JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
WHERE (p.taken IS NULL) <> (i.cancellation_id IS NULL)
UNION ALL
SELECT 'I6 a cancelled membership is active', e.entitlement_id::text FROM entitlement e
WHERE e.is_active AND EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = e.entitlement_id AND p.tops_up IS NULL)
  AND NOT EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = e.entitlement_id AND p.taken IS NULL)
UNION ALL
SELECT 'I6 a membership has other entries than were bought', e.entitlement_id::text FROM entitlement e
JOIN (SELECT entitlement_id, sum(coalesce(taken, uses)) AS bought FROM membership_purchase WHERE entitlement_id IS NOT NULL AND uses IS NOT NULL GROUP BY 1) p USING (entitlement_id)
WHERE e.uses <> p.bought AND EXISTS (SELECT FROM membership_purchase b WHERE b.entitlement_id = e.entitlement_id AND b.tops_up IS NULL)
UNION ALL
-- The money of memberships: loaded as it was bought, without what was cancelled of it; it pays the tickets of its membership, and is gone with the last purchase.
SELECT 'I6 the money of a membership is not what was bought', coalesce(p.entitlement_id, v.entitlement_id)::text
FROM (SELECT entitlement_id, sum(coalesce(taken, money)) AS bought FROM membership_purchase WHERE entitlement_id IS NOT NULL AND money IS NOT NULL GROUP BY 1) p
FULL JOIN (SELECT v.entitlement_id, sum(l.amount) FILTER (WHERE l.kind IN ('load', 'cancel')) AS loaded FROM system_voucher v
  LEFT JOIN voucher_ledger l USING (system_voucher_id) WHERE v.entitlement_id IS NOT NULL GROUP BY 1) v USING (entitlement_id)
WHERE p.bought IS DISTINCT FROM v.loaded AND NOT (p.entitlement_id IS NULL AND v.entitlement_id IS NULL)
UNION ALL
SELECT 'I6 the money of a membership that is over', v.entitlement_id::text FROM system_voucher v
WHERE v.entitlement_id IS NOT NULL AND (v.state = 'active')
  <> EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = v.entitlement_id AND p.taken IS NULL)
UNION ALL
SELECT 'I6 the money of a membership paid for something else', u.order_id::text FROM order_voucher u JOIN system_voucher v USING (system_voucher_id)
WHERE v.entitlement_id IS NOT NULL AND u.amount > (SELECT coalesce(sum(s.price + s.service_charge), 0) FROM order_seat s
  WHERE s.order_id = u.order_id AND s.entitlement_id = v.entitlement_id)
UNION ALL
SELECT 'I6 a reference of a membership is used more often than it is listed', r.membership_price_id || ':' || r.lookup FROM membership_reference r
WHERE r.quantity < (SELECT count(*) FROM membership_purchase p JOIN orders o USING (order_id) JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
  WHERE p.membership_price_id = r.membership_price_id AND p.reference_lookup = r.lookup AND o.state IN ('unpaid', 'paying', 'paid') AND i.cancellation_id IS NULL)
UNION ALL
-- A series or season: one ticket for each of its dates, whose seats I3 asks for, also of those that are offered or sold on (I11); cancelled with its line, but for
-- those that were used or sold on.
SELECT 'I8 an enrolment has not one ticket for each of its dates', p.order_id || ':' || p.line FROM membership_purchase p JOIN orders o USING (order_id)
WHERE p.dates IS NOT NULL AND o.state <> 'failed' AND p.taken IS NULL
  AND coalesce((SELECT array_agg(s.presentation_id ORDER BY s.presentation_id) FROM order_seat s
      WHERE s.order_id = p.order_id AND s.membership_line = p.line AND s.cancellation_id IS NULL), '{}')
    <> CASE WHEN p.is_virtual THEN '{}' ELSE ARRAY(SELECT d FROM unnest(p.dates) AS d ORDER BY d) END
UNION ALL
SELECT 'I8 a paid membership without seats has no number, or one that is not paid has', p.order_id || ':' || p.line FROM membership_purchase p
JOIN orders o USING (order_id) LEFT JOIN virtual_seat v USING (order_id, line)
WHERE (p.is_virtual AND o.state IN ('paid', 'refunding', 'refunded')) <> (v.seat_number IS NOT NULL)
UNION ALL
SELECT 'I8 numbers of places of a membership have a gap', s.membership_id::text FROM virtual_seat_series s
WHERE s.last_number <> (SELECT count(*) FROM virtual_seat v WHERE v.membership_id = s.membership_id)
  OR s.last_number <> (SELECT max(seat_number) FROM virtual_seat v WHERE v.membership_id = s.membership_id)
UNION ALL
SELECT 'I8 a ticket of a cancelled enrolment still counts', s.order_id || ':' || s.line FROM order_seat s
JOIN membership_purchase p ON p.order_id = s.order_id AND p.line = s.membership_line
WHERE p.taken IS NOT NULL AND NOT is_gone(s) AND s.used_at IS NULL
UNION ALL
-- One ticket stands in for each evening that was exchanged, in the order that it was exchanged for, also by further exchanges; none for any other.
SELECT 'I8 an exchanged evening has not one ticket in its place', n.order_id::text FROM orders n
WHERE n.state <> 'failed'
  AND ARRAY(SELECT (s.evening_order, s.evening_line)::text FROM order_seat s WHERE s.order_id = n.order_id AND s.evening_order IS NOT NULL ORDER BY 1)
    <> ARRAY(SELECT (coalesce(g.evening_order, g.order_id), coalesce(g.evening_line, g.membership_line))::text FROM order_seat g
      WHERE g.released_by = n.order_id AND coalesce(g.evening_line, g.membership_line) IS NOT NULL ORDER BY 1)
UNION ALL
SELECT 'I8 a ticket stands in for an evening that was not given back, or that another stands in for', s.order_id || ':' || s.line FROM order_seat s JOIN orders o USING (order_id)
WHERE s.evening_order IS NOT NULL AND s.released_by IS NULL AND o.state <> 'failed' AND (
  NOT EXISTS (SELECT FROM order_seat b WHERE b.order_id = s.evening_order AND b.line = coalesce(s.evening_seat, b.line) AND b.membership_line = s.evening_line
    AND b.released_by IS NOT NULL)
  OR EXISTS (SELECT FROM order_seat t JOIN orders u USING (order_id) WHERE t.evening_order = s.evening_order AND t.evening_line = s.evening_line
    AND t.evening_seat = s.evening_seat AND t.released_by IS NULL AND u.state <> 'failed' AND (t.order_id, t.line) <> (s.order_id, s.line)))
UNION ALL
SELECT 'I8 a paid order without all its tickets', o.order_id::text FROM orders o JOIN order_seat s USING (order_id)
WHERE o.state = 'paid' AND s.ticket_identifier IS NULL
UNION ALL
SELECT 'I8 a paid order without all its items', o.order_id::text FROM orders o JOIN order_item i USING (order_id)
WHERE o.state = 'paid' AND i.identifier IS NULL
UNION ALL
SELECT 'I8 an item of an order that was never paid', o.order_id::text FROM orders o JOIN order_item i USING (order_id)
WHERE o.state IN ('unpaid', 'paying', 'failed') AND i.identifier IS NOT NULL
UNION ALL
SELECT 'I8 a line of a kind that its order does not name', o.order_id::text FROM orders o JOIN order_item i USING (order_id)
WHERE NOT i.kind = ANY (o.kinds)
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
UNION ALL
-- What a cancellation is worth is what its lines were paid with, and what of handling fees goes back with them.
SELECT 'I4 a cancellation is not worth its items', c.cancellation_id::text FROM cancellation c JOIN orders o USING (order_id)
WHERE c.worth <> (SELECT coalesce(sum(f.amount), 0) FROM fee_return f WHERE f.cancellation_id = c.cancellation_id)
  + (SELECT coalesce(sum(price + service_charge), 0) FROM order_seat s WHERE s.cancellation_id = c.cancellation_id)
  + (SELECT coalesce(sum(quantity * unit_price), 0) FROM order_product p WHERE p.cancellation_id = c.cancellation_id)
  + (SELECT coalesce(sum(quantity * (unit_price + service_charge)), 0) FROM order_item i WHERE i.cancellation_id = c.cancellation_id)
  - (SELECT coalesce(sum(credited_of(i.order_id, i.kind, i.line)), 0) FROM order_item i WHERE i.kind = 'membership' AND i.cancellation_id = c.cancellation_id)
UNION ALL
SELECT 'I4 policies kept more of a cancellation than was charged beside what was used', c.cancellation_id::text FROM cancellation c
WHERE c.charge - c.used_worth < (SELECT coalesce(sum(amount), 0) FROM cancellation_charge p WHERE p.cancellation_id = c.cancellation_id)
UNION ALL
SELECT 'I4 a handling fee is kept of which nothing is left', o.order_id::text FROM orders o
WHERE o.state IN ('refunding', 'refunded') AND charge_left(o) > 0 AND (o.is_percent_charge OR NOT lives_on(o, '00000000-0000-0000-0000-000000000000'))
UNION ALL
SELECT 'I4 a handling fee went back of which something is left', o.order_id::text FROM orders o
WHERE NOT o.is_percent_charge AND lives_on(o, '00000000-0000-0000-0000-000000000000')
  AND EXISTS (SELECT FROM fee_return f WHERE f.order_id = o.order_id)
UNION ALL
SELECT 'I4 a handling fee went back with a cancellation of another purchase', f.cancellation_id::text FROM fee_return f JOIN cancellation c USING (cancellation_id)
WHERE f.order_id <> c.order_id AND NOT EXISTS (
  WITH RECURSIVE chain AS (SELECT c.order_id UNION ALL SELECT x.modifies FROM chain JOIN orders x USING (order_id) WHERE x.modifies IS NOT NULL)
  SELECT FROM chain WHERE chain.order_id = f.order_id)
UNION ALL
SELECT 'I4 a cancellation of lines of another order', c.cancellation_id::text FROM cancellation c
JOIN (SELECT cancellation_id, order_id FROM order_seat UNION ALL SELECT cancellation_id, order_id FROM order_product
  UNION ALL SELECT cancellation_id, order_id FROM order_item) line USING (cancellation_id)
WHERE line.order_id <> c.order_id
UNION ALL
SELECT 'I4 payments give back another sum than a cancellation says', c.cancellation_id::text FROM cancellation c
WHERE c.to_payments <> (SELECT coalesce(sum(amount), 0) FROM refund r WHERE r.reason = 'cancel' AND r.cause = c.cancellation_id AND r.order_id = c.order_id)
UNION ALL
SELECT 'I4 a refund of a cancellation that there is not', r.refund_id::text FROM refund r
WHERE r.reason = 'cancel' AND NOT EXISTS (SELECT FROM cancellation c WHERE c.cancellation_id = r.cause AND c.order_id = r.order_id)
UNION ALL
SELECT 'I5 vouchers get back another sum than a cancellation says', c.cancellation_id::text FROM cancellation c
WHERE c.to_vouchers + c.renewed <> (SELECT coalesce(sum(amount), 0) FROM voucher_ledger l WHERE l.kind = 'return' AND l.cause = c.cancellation_id AND NOT is_bundle(l.system_voucher_id))
UNION ALL
-- A credit is loaded once, with what was taken off the order's ledger for it.
SELECT 'I5 a credit is not what its cancellation says', c.cancellation_id::text FROM cancellation c
WHERE c.credit_voucher_id IS NOT NULL AND (
  c.to_credit <> (SELECT coalesce(sum(amount), 0) FROM voucher_ledger l WHERE l.system_voucher_id = c.credit_voucher_id AND l.kind = 'load')
  OR c.to_credit - c.renewed <> (SELECT coalesce(-sum(amount), 0) FROM ledger l
    WHERE l.order_id = c.order_id AND l.system_voucher_id = c.credit_voucher_id AND l.kind = 'voucher')
  OR NOT EXISTS (SELECT FROM system_voucher v JOIN orders o USING (customer_id)
    WHERE v.system_voucher_id = c.credit_voucher_id AND o.order_id = c.order_id))
UNION ALL
SELECT 'I5 what vouchers could not take back is in no new one', c.cancellation_id::text FROM cancellation c
WHERE c.renewed <> (SELECT coalesce(-sum(amount), 0) FROM voucher_ledger l WHERE l.kind = 'correction' AND l.cause = c.cancellation_id AND NOT is_bundle(l.system_voucher_id))
UNION ALL
SELECT 'I5 what vouchers could not take back is in no new one', o.order_id::text FROM orders o WHERE o.modifies IS NOT NULL
AND (SELECT coalesce(-sum(amount), 0) FROM voucher_ledger l WHERE l.kind = 'correction' AND l.cause = o.order_id AND NOT is_bundle(l.system_voucher_id))
  <> (SELECT coalesce(sum(amount), 0) FROM voucher_ledger l WHERE l.system_voucher_id = o.credit_voucher_id AND l.kind = 'load')
UNION ALL
SELECT 'I3 a cancelled seat is still claimed', s.order_id || ':' || s.line FROM order_seat s JOIN seat_claim c USING (order_id, presentation_id, seat_id)
WHERE s.cancellation_id IS NOT NULL
UNION ALL
SELECT 'I8 a ticket is given back twice', s.order_id || ':' || s.line FROM order_seat s
WHERE s.cancellation_id IS NOT NULL AND s.released_by IS NOT NULL
UNION ALL
SELECT 'I8 a cancelled ticket was used', ticket_identifier FROM order_seat WHERE cancellation_id IS NOT NULL AND used_at IS NOT NULL
UNION ALL
-- Whoever cancels the last of it ends it; and nothing else ends a paid order.
SELECT 'I8 a reservation is over that is not, or the other way round', o.order_id::text FROM orders o
WHERE o.state IN ('paid', 'refunding', 'refunded')
  AND (o.state <> 'paid') <> EXISTS (SELECT FROM cancellation c WHERE c.order_id = o.order_id AND c.is_whole)
UNION ALL
SELECT 'I8 a cancelled reservation has tickets left', s.order_id || ':' || s.line FROM order_seat s JOIN orders o USING (order_id)
WHERE o.state IN ('refunding', 'refunded') AND NOT is_gone(s)
UNION ALL
SELECT 'I8 a cancelled reservation has items left', i.order_id || ':' || i.kind || ':' || i.line FROM order_item i JOIN orders o USING (order_id)
WHERE o.state IN ('refunding', 'refunded') AND i.cancellation_id IS NULL
UNION ALL
SELECT 'I8 a cancelled reservation waits for no refund', o.order_id::text FROM orders o
WHERE o.state = 'refunding' AND NOT EXISTS (SELECT FROM refund r WHERE r.order_id = o.order_id AND r.state IN ('intended', 'refused'))
UNION ALL
SELECT 'I8 a reservation is over whose money is not back', o.order_id::text FROM orders o
WHERE o.state = 'refunded' AND EXISTS (SELECT FROM refund r WHERE r.order_id = o.order_id AND r.state NOT IN ('done', 'settled'))
UNION ALL
SELECT 'I9 a cancellation without its audit entry', c.cancellation_id::text FROM cancellation c
WHERE (SELECT count(*) FROM audit a WHERE a.subject = c.order_id::text AND a.action = 'cancelled')
  < (SELECT count(*) FROM cancellation x WHERE x.order_id = c.order_id)
UNION ALL
-- Receipts of donations are numbered from 1 without a gap, one order's draw after the other's, and only what was paid has them.
SELECT 'I10 numbers of donation receipts have a gap', s.series FROM donation_series s
WHERE (SELECT count(*) FROM donation_receipt r WHERE r.series = s.series) <> s.last_number
  OR (SELECT max(receipt_number) FROM donation_receipt r WHERE r.series = s.series) <> s.last_number
UNION ALL
SELECT 'I10 a paid donation without its receipt', i.order_id || ':' || i.line FROM order_item i JOIN orders o USING (order_id)
WHERE i.kind = 'donation' AND o.state IN ('paid', 'refunding', 'refunded')
  AND NOT EXISTS (SELECT FROM donation_receipt_line l WHERE l.order_id = i.order_id AND l.line = i.line)
UNION ALL
SELECT 'I10 a receipt of donations that were not paid', r.series || ':' || r.receipt_number FROM donation_receipt r JOIN orders o USING (order_id)
WHERE o.state NOT IN ('paid', 'refunding', 'refunded')
UNION ALL
SELECT 'I10 a donation receipt is not the sum of its lines', r.series || ':' || r.receipt_number FROM donation_receipt r
WHERE r.amount <> (SELECT coalesce(sum(i.quantity * i.unit_price), 0) FROM donation_receipt_line l
  JOIN order_item i ON i.order_id = l.order_id AND i.line = l.line AND i.kind = 'donation' WHERE l.order_id = r.order_id AND l.series = r.series)
UNION ALL
-- A film is watched by a ticket of its own that was paid, on as many devices as were bought, and what was played is not cancelled.
SELECT 'I11 a line of a film without its ticket', i.order_id::text FROM order_item i
WHERE i.kind = 'film' AND NOT EXISTS (SELECT FROM film_ticket t WHERE t.order_id = i.order_id AND t.film_id = i.subject_id)
UNION ALL
SELECT 'I11 a film ticket opens that was not paid, or does not though it was', t.order_id::text FROM film_ticket t JOIN orders o USING (order_id)
WHERE (t.play_until IS NOT NULL) <> (o.state IN ('paid', 'refunding', 'refunded'))
UNION ALL
SELECT 'I11 a played film is not used, or the other way round', t.order_id::text FROM film_ticket t JOIN order_item i USING (order_id)
WHERE i.kind = 'film' AND (t.first_played_at IS NULL) <> (i.used_at IS NULL)
UNION ALL
SELECT 'I11 a film has more devices than were bought', t.order_id::text FROM film_ticket t
WHERE (SELECT count(*) FROM film_device d WHERE d.order_id = t.order_id) > t.devices
UNION ALL
-- An evening that is given back: offered while its ticket holds and its order has no claim on the seat; sold on once, to whoever bought that seat.
SELECT 'I12 an evening is offered that does not count', r.resale_id::text FROM resale r JOIN order_seat s USING (order_id, line) JOIN orders o USING (order_id)
WHERE r.state = 'offered' AND (o.state <> 'paid' OR coalesce(s.membership_line, s.evening_line) IS NULL OR s.used_at IS NOT NULL OR s.cancellation_id IS NOT NULL OR s.released_by IS NOT NULL)
UNION ALL
SELECT 'I12 a resale is of another seat than its ticket', r.resale_id::text FROM resale r JOIN order_seat s USING (order_id, line)
WHERE (r.presentation_id, r.seat_id) <> (s.presentation_id, s.seat_id)
UNION ALL
SELECT 'I12 a seat is offered and sold', r.resale_id::text FROM resale r JOIN seat_claim c USING (presentation_id, seat_id)
WHERE r.state = 'offered' AND (c.state = 'S' OR c.order_id = r.order_id)
UNION ALL
SELECT 'I12 an evening is sold on to an order that did not pay its seat', r.resale_id::text FROM resale r
WHERE r.state = 'sold' AND NOT EXISTS (SELECT FROM orders o JOIN order_seat s USING (order_id)
  WHERE o.order_id = r.sold_to AND o.state IN ('paid', 'refunding', 'refunded') AND (s.presentation_id, s.seat_id) = (r.presentation_id, r.seat_id))
UNION ALL
SELECT 'I12 a ticket that was sold on was used or cancelled', r.resale_id::text FROM resale r JOIN order_seat s USING (order_id, line)
WHERE r.state = 'sold' AND (s.used_at IS NOT NULL OR s.cancellation_id IS NOT NULL)
UNION ALL
-- An evening is worth no more than its part of the membership, of which no percentage on the order is taken: a share of one would have to be credited with it.
SELECT 'I12 an evening is worth more than its part of what was paid', r.resale_id::text FROM resale r JOIN order_seat s USING (order_id, line)
JOIN membership_purchase p ON p.order_id = coalesce(s.evening_order, s.order_id) AND p.line = coalesce(s.evening_line, s.membership_line)
JOIN order_item i ON i.order_id = p.order_id AND i.kind = 'membership' AND i.line = p.line
WHERE (r.share - s.price - s.service_charge) * cardinality(p.dates) > i.quantity * (i.unit_price + i.service_charge) OR r.own_credit > s.price + s.service_charge
UNION ALL
SELECT 'I12 a percentage on the order was taken of a membership', i.order_id::text FROM order_item i WHERE i.kind = 'membership' AND i.is_charged
UNION ALL
-- Nothing of a membership is promised any more once it is cancelled.
SELECT 'I12 an evening of a cancelled membership is offered for a credit', r.resale_id::text FROM resale r JOIN order_seat s USING (order_id, line)
JOIN membership_purchase p ON p.order_id = coalesce(s.evening_order, s.order_id) AND p.line = coalesce(s.evening_line, s.membership_line)
WHERE r.state = 'offered' AND p.taken IS NOT NULL AND r.credit > 0
UNION ALL
-- The subscriber is credited once, by the ledgers of the membership's order and of the ticket's, and by a voucher.
SELECT 'I12 a subscriber is not credited what was promised', r.resale_id::text FROM resale r
WHERE r.state = 'sold' AND (
  r.credit <> (SELECT coalesce(sum(amount), 0) FROM voucher_ledger l WHERE l.system_voucher_id = r.credit_voucher_id AND l.kind = 'load')
  OR (r.credit - r.own_credit, r.own_credit) <> (SELECT coalesce(-sum(amount) FILTER (WHERE s.evening_order IS NULL OR l.order_id = s.evening_order), 0),
      coalesce(-sum(amount) FILTER (WHERE s.evening_order IS NOT NULL AND l.order_id = s.order_id), 0) FROM order_seat s
    LEFT JOIN ledger l ON l.order_id IN (s.order_id, s.evening_order) AND l.system_voucher_id = r.credit_voucher_id AND l.kind = 'voucher'
    WHERE s.order_id = r.order_id AND s.line = r.line)
  OR r.credit > 0 AND NOT EXISTS (SELECT FROM system_voucher v JOIN orders o ON o.customer_id IS NOT DISTINCT FROM v.customer_id
    WHERE v.system_voucher_id = r.credit_voucher_id AND o.order_id = r.order_id))
UNION ALL
SELECT 'I12 a resale without its audit entry', r.resale_id::text FROM resale r
WHERE NOT EXISTS (SELECT FROM audit a WHERE a.subject = r.order_id::text AND a.action = 'given back')
  OR r.state = 'sold' AND NOT EXISTS (SELECT FROM audit a WHERE a.subject = r.order_id::text AND a.action = 'sold on' AND a.facts->>'resale' = r.resale_id::text)
UNION ALL
-- The sums of sales are what the books say, at each grain, and come to the money of all ledgers.
SELECT 'I13 the sums of sales are not what the books say', presentation_id || ' ' || day || ' ' || kind || ' ' || subject_id FROM sales_amiss
UNION ALL
SELECT 'I13 the sums of a presentation are not those of its days', subject FROM sales_sums_amiss WHERE grain = 'presentation'
UNION ALL
SELECT 'I13 the sums of a feature are not those of its presentations', subject FROM sales_sums_amiss WHERE grain = 'feature'
UNION ALL
SELECT 'I13 the sums of sales are not the money of the ledgers', 'sales' WHERE (SELECT coalesce(sum(gross - refunded), 0) FROM sales)
  <> (SELECT coalesce(sum(amount), 0) FROM ledger) - (SELECT coalesce(sum(amount), 0) FROM refund WHERE state NOT IN ('done', 'settled'))
