-- Tickets wait to be given back while the order that they are given for is being paid; they are given back once it is paid.
CREATE OR REPLACE FUNCTION is_given_back(released_by uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT released_by IS NOT NULL AND EXISTS (SELECT FROM orders o WHERE o.order_id = released_by AND o.state IN ('paid', 'refunding', 'refunded'))
$$;

-- Whether a line of an order counts no more: its ticket was given back for another, cancelled, or sold on.
CREATE OR REPLACE FUNCTION is_gone(s order_seat) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.cancellation_id IS NOT NULL OR is_given_back(s.released_by) OR is_sold_on(s)
$$;

-- The price category of the seat or place of a ticket; null for one without.
CREATE OR REPLACE FUNCTION category_of(s order_seat) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(x.category, z.category) FROM presentation p LEFT JOIN seat x ON x.seatplan_id = p.seatplan_id AND x.seat_id = s.seat_id
    LEFT JOIN section z ON z.seatplan_id = p.seatplan_id AND z.section_id = s.section_id WHERE p.presentation_id = s.presentation_id
$$;

-- The evening of a series or season that a ticket is, or that it was had for in exchange: {orderId, line, membershipId, category}; null for others.
CREATE OR REPLACE FUNCTION evening_of(s order_seat) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('orderId', i.order_id, 'line', i.line, 'membershipId', i.subject_id, 'category', category_of(s))
  FROM order_item i WHERE i.kind = 'membership' AND i.order_id = coalesce(s.evening_order, s.order_id) AND i.line = coalesce(s.evening_line, s.membership_line)
$$;

-- What the evening that a ticket is, or was had for, was bought with: {seat, presentationId, category}; null for others. A ticket that does not name the seat, because
-- a process of before wrote it, has the first of its purchase that was given back and that no other ticket names.
CREATE OR REPLACE FUNCTION bought_evening_of(s order_seat) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('seat', b.line, 'presentationId', b.presentation_id, 'category', category_of(b))
  FROM order_seat b WHERE b.order_id = coalesce(s.evening_order, s.order_id) AND b.membership_line = coalesce(s.evening_line, s.membership_line)
    AND (b.line = CASE WHEN s.evening_order IS NULL THEN s.line ELSE s.evening_seat END OR s.evening_order IS NOT NULL AND s.evening_seat IS NULL)
  ORDER BY b.released_by IS NULL, EXISTS (SELECT FROM order_seat t JOIN orders o USING (order_id) WHERE t.evening_order = b.order_id AND t.evening_seat = b.line
    AND t.released_by IS NULL AND o.state <> 'failed'), b.line LIMIT 1
$$;

-- Whether an evening was exchanged for one that the house has called off since, and nobody was let in by its ticket.
CREATE OR REPLACE FUNCTION is_exchange_called_off(s order_seat) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM order_seat t JOIN orders o USING (order_id) JOIN presentation p USING (presentation_id)
    WHERE t.evening_order = s.order_id AND t.evening_line = s.membership_line AND t.released_by IS NULL AND t.used_at IS NULL
      AND o.state IN ('paid', 'refunding', 'refunded') AND p.is_cancelled AND (bought_evening_of(t) ->> 'seat')::int = s.line AND NOT is_sold_on(t))
$$;

-- Whether a friend has a ticket now: its buyer has sent it, and not taken it back.
CREATE OR REPLACE FUNCTION is_sent(s order_seat) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sent_ticket t WHERE t.order_id = s.order_id AND t.line = s.line AND t.taken_back_at IS NULL)
$$;

-- Whether the house has called off a presentation that something of an order was bought for.
CREATE OR REPLACE FUNCTION is_called_off(o orders) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM order_seat s JOIN presentation p USING (presentation_id) WHERE s.order_id = o.order_id AND p.is_cancelled)
    OR EXISTS (SELECT FROM order_item i JOIN presentation p USING (presentation_id) WHERE i.order_id = o.order_id AND p.is_cancelled)
$$;

-- Whether an order is a visitor's: made in this browser, unless a customer owns it who has signed out here since, or owned by the customer who is signed in there.
CREATE OR REPLACE FUNCTION is_order_of(o orders, visitor uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT (o.holder = visitor AND (o.customer_id IS NULL OR NOT EXISTS (
    SELECT FROM session s WHERE s.uuid = visitor AND o.created_at < s.orders_since))) OR (o.customer_id IS NOT NULL AND EXISTS (
    SELECT FROM session s WHERE s.uuid = visitor AND o.customer_id IN (s.customer_id, s.area_customer_id) AND is_signed_in(s)))
$$;

-- Whether anything but donations is left of an order, or of those that came from it by ticket changes; besides: an order that does not count.
CREATE OR REPLACE FUNCTION lives_on(o orders, besides uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  WITH RECURSIVE tree AS (
    SELECT o.order_id, o.state UNION ALL SELECT n.order_id, n.state FROM tree t JOIN orders n ON n.modifies = t.order_id)
  SELECT EXISTS (SELECT FROM tree t WHERE t.state = 'paid' AND t.order_id <> besides AND (
    EXISTS (SELECT FROM order_seat s WHERE s.order_id = t.order_id AND NOT is_gone(s))
    OR EXISTS (SELECT FROM order_product p WHERE p.order_id = t.order_id AND p.cancellation_id IS NULL)
    OR EXISTS (SELECT FROM order_item i WHERE i.order_id = t.order_id AND i.kind <> 'donation' AND i.cancellation_id IS NULL)))
$$;

-- A number of an order that can be said on the telephone: 8 signs without 0, O, 1, I and L. Whoever writes an order at the moment at which another gets the
-- same number tries again.
CREATE OR REPLACE FUNCTION new_order_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 31, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random, unnest(ARRAY[0, 1, 2, 3, 4, 5, 10, 11]) AS place
$$;

-- A line is given back once: for other tickets or for money, never both, and never for another reason later.
CREATE OR REPLACE FUNCTION refuse_second_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.cancellation_id IS NOT NULL AND NEW.cancellation_id IS DISTINCT FROM OLD.cancellation_id THEN
    RAISE EXCEPTION 'a line is cancelled once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER order_seat_cancelled_once BEFORE UPDATE OF cancellation_id ON order_seat FOR EACH ROW EXECUTE FUNCTION refuse_second_return();
CREATE OR REPLACE TRIGGER order_product_cancelled_once BEFORE UPDATE OF cancellation_id ON order_product FOR EACH ROW EXECUTE FUNCTION refuse_second_return();
CREATE OR REPLACE TRIGGER order_item_cancelled_once BEFORE UPDATE OF cancellation_id ON order_item FOR EACH ROW EXECUTE FUNCTION refuse_second_return();
