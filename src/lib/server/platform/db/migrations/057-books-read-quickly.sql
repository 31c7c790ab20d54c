-- The books are read quickly: what SQL calls once for each line is written into the query itself, and an order is found by the same ids as its lines.

-- The business day of an instant, of which one ends at a time of the next calendar day.
CREATE FUNCTION business_day_of(at timestamptz, ends time) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT ((at AT TIME ZONE 'Asia/Jerusalem') - ends::interval)::date
$$;

-- The presentation that what an order has bought beside seats counts for: that of its first seat, else of its first item; 0 for none.
CREATE VIEW order_presentation AS
  SELECT order_id, coalesce((SELECT presentation_id FROM order_seat s WHERE s.order_id = o.order_id ORDER BY line LIMIT 1),
    (SELECT presentation_id FROM order_item i WHERE i.order_id = o.order_id AND presentation_id IS NOT NULL ORDER BY kind, line LIMIT 1), 0) AS presentation_id
  FROM orders o;

CREATE OR REPLACE VIEW sold_order AS
  SELECT order_id, channel, business_day_of(coalesce(sold_at, settled_at, created_at), day_ends) AS day, modifies, modified_charge, global_service_charge
  FROM orders, sales_clock WHERE state IN ('paid', 'refunding', 'refunded');

-- sold_id: order_id once more, as the order has it; who reads a part of the books names the part by both.
CREATE OR REPLACE VIEW sales_scan AS
  SELECT l.order_id, o.day, l.presentation_id, l.kind, l.subject_id, o.channel, l.quantity, 0 AS quantity_back, l.amount::bigint AS gross, 0::bigint AS refunded,
    o.order_id AS sold_id
    FROM sale_line l JOIN sold_order o USING (order_id)
  UNION ALL SELECT l.order_id, business_day(c.at), l.presentation_id, l.kind, l.subject_id, o.channel, 0, l.quantity, 0, l.amount - l.credited, o.order_id
    FROM sale_line l JOIN cancellation c USING (cancellation_id) JOIN sold_order o ON o.order_id = l.order_id WHERE l.cancellation_id IS NOT NULL
  UNION ALL SELECT l.order_id, n.day, l.presentation_id, l.kind, l.subject_id, o.channel, 0, l.quantity, 0, l.amount, o.order_id
    FROM sale_line l JOIN sold_order n ON n.order_id = l.released_by JOIN sold_order o ON o.order_id = l.order_id WHERE l.released_by IS NOT NULL
  UNION ALL SELECT s.order_id, business_day(r.closed_at), s.presentation_id, 'seat', s.ticket_id, o.channel, 0, 1, 0, r.own_credit, o.order_id
    FROM resale r JOIN order_seat s USING (order_id, line) JOIN sold_order o USING (order_id) WHERE r.state = 'sold'
  UNION ALL SELECT i.order_id, business_day(r.closed_at), coalesce(i.presentation_id, 0), i.kind, i.subject_id, o.channel, 0, 0, 0, r.credit - r.own_credit, o.order_id
    FROM resale r JOIN order_seat s USING (order_id, line)
    JOIN order_item i ON i.kind = 'membership' AND i.order_id = coalesce(s.evening_order, s.order_id) AND i.line = coalesce(s.evening_line, s.membership_line)
    JOIN sold_order o ON o.order_id = i.order_id WHERE r.state = 'sold'
  UNION ALL SELECT o.order_id, o.day, p.presentation_id, 'charge', 0, o.channel, 0, 0, o.global_service_charge, 0, o.order_id
    FROM sold_order o JOIN order_presentation p USING (order_id) WHERE o.global_service_charge > 0
  UNION ALL SELECT o.order_id, n.day, presentation_of_order(o.order_id), 'charge', 0, o.channel, 0, 0, 0, n.modified_charge, o.order_id
    FROM sold_order n JOIN sold_order o ON o.order_id = n.modifies WHERE n.modified_charge > 0
  UNION ALL SELECT f.order_id, business_day(c.at), presentation_of_order(f.order_id), 'charge', 0, o.channel, 0, 0, 0, f.amount, o.order_id
    FROM fee_return f JOIN cancellation c USING (cancellation_id) JOIN sold_order o ON o.order_id = f.order_id
  UNION ALL SELECT c.order_id, business_day(c.at), presentation_of_order(c.order_id), 'kept', 0, o.channel, 0, 0, c.charge, 0, o.order_id
    FROM cancellation c JOIN sold_order o USING (order_id) WHERE c.charge > 0;
