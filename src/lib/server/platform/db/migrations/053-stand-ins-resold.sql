-- An evening that was had in exchange is given back for resale as well. What is credited of it comes from the order of the membership; of what was paid more for the
-- ticket, from the ticket's own order.
ALTER TABLE resale ADD COLUMN own_credit int NOT NULL DEFAULT 0, -- what of the credit is of what was paid for the ticket itself
  ADD CONSTRAINT own_credit_is_part CHECK (own_credit BETWEEN 0 AND credit);

-- The function file brings the sums of sales; what the books say follows it.
CREATE OR REPLACE VIEW sales_scan AS
  SELECT l.order_id, o.day, l.presentation_id, l.kind, l.subject_id, o.channel, l.quantity, 0 AS quantity_back, l.amount::bigint AS gross, 0::bigint AS refunded
    FROM sale_line l JOIN sold_order o USING (order_id)
  UNION ALL SELECT l.order_id, business_day(c.at), l.presentation_id, l.kind, l.subject_id, o.channel, 0, l.quantity, 0, l.amount - l.credited
    FROM sale_line l JOIN cancellation c USING (cancellation_id) JOIN sold_order o ON o.order_id = l.order_id WHERE l.cancellation_id IS NOT NULL
  UNION ALL SELECT l.order_id, n.day, l.presentation_id, l.kind, l.subject_id, o.channel, 0, l.quantity, 0, l.amount
    FROM sale_line l JOIN sold_order n ON n.order_id = l.released_by JOIN sold_order o ON o.order_id = l.order_id WHERE l.released_by IS NOT NULL
  UNION ALL SELECT s.order_id, business_day(r.closed_at), s.presentation_id, 'seat', s.ticket_id, o.channel, 0, 1, 0, r.own_credit
    FROM resale r JOIN order_seat s USING (order_id, line) JOIN sold_order o USING (order_id) WHERE r.state = 'sold'
  UNION ALL SELECT i.order_id, business_day(r.closed_at), coalesce(i.presentation_id, 0), i.kind, i.subject_id, o.channel, 0, 0, 0, r.credit - r.own_credit
    FROM resale r JOIN order_seat s USING (order_id, line)
    JOIN order_item i ON i.kind = 'membership' AND i.order_id = coalesce(s.evening_order, s.order_id) AND i.line = coalesce(s.evening_line, s.membership_line)
    JOIN sold_order o ON o.order_id = i.order_id WHERE r.state = 'sold'
  UNION ALL SELECT o.order_id, o.day, presentation_of_order(o.order_id), 'charge', 0, o.channel, 0, 0, o.global_service_charge, 0
    FROM sold_order o WHERE o.global_service_charge > 0
  UNION ALL SELECT o.order_id, n.day, presentation_of_order(o.order_id), 'charge', 0, o.channel, 0, 0, 0, n.modified_charge
    FROM sold_order n JOIN sold_order o ON o.order_id = n.modifies WHERE n.modified_charge > 0
  UNION ALL SELECT f.order_id, business_day(c.at), presentation_of_order(f.order_id), 'charge', 0, o.channel, 0, 0, 0, f.amount
    FROM fee_return f JOIN cancellation c USING (cancellation_id) JOIN sold_order o ON o.order_id = f.order_id
  UNION ALL SELECT c.order_id, business_day(c.at), presentation_of_order(c.order_id), 'kept', 0, o.channel, 0, 0, c.charge, 0
    FROM cancellation c JOIN sold_order o USING (order_id) WHERE c.charge > 0;
