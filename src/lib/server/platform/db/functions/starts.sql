-- When a presentation began as an order last heard of it: before move m and those before it that the order was not told of.
CREATE OR REPLACE FUNCTION start_known(o orders, m start_move) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT f.from_at FROM start_move f WHERE f.presentation_id = m.presentation_id AND f.move_id <= m.move_id AND f.at > o.created_at - interval '15 minutes'
    AND f.move_id > coalesce((SELECT max(t.move_id) FROM start_move t JOIN outbox x ON x.order_id = o.order_id AND x.kind = 'moved:' || t.import_id
      WHERE t.presentation_id = m.presentation_id AND t.move_id < m.move_id), 0)
  ORDER BY f.move_id LIMIT 1
$$;

-- What a seat was called as an order last heard of it: before move m and those before it that the order was not told of.
CREATE OR REPLACE FUNCTION seat_known(o orders, m seat_move) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT f.from_name FROM seat_move f WHERE f.presentation_id = m.presentation_id AND f.seat_id = m.seat_id AND f.move_id <= m.move_id
    AND f.at > o.created_at - interval '15 minutes'
    AND f.move_id > coalesce((SELECT max(t.move_id) FROM seat_move t JOIN outbox x ON x.order_id = o.order_id AND x.kind = 'moved:' || t.import_id
      WHERE t.presentation_id = m.presentation_id AND t.seat_id = m.seat_id AND t.move_id < m.move_id), 0)
  ORDER BY f.move_id LIMIT 1
$$;

-- Whether the house has moved what a ticket was bought for: its date begins at another time, in another hall or with another show than when the order was made,
-- or its seat has another name or place.
CREATE OR REPLACE FUNCTION is_moved(s order_seat) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM orders o JOIN presentation p ON p.presentation_id = s.presentation_id WHERE o.order_id = s.order_id AND (
      (SELECT f.from_at <> p.starts_at FROM start_move f WHERE f.presentation_id = s.presentation_id AND f.at > o.created_at - interval '15 minutes'
       ORDER BY f.move_id LIMIT 1)
      OR EXISTS (SELECT FROM start_move f WHERE f.presentation_id = s.presentation_id AND f.at > o.created_at - interval '15 minutes'
        AND (f.from_venue_id <> p.venue_id OR f.from_feature_id <> p.feature_id))
      OR (SELECT f.from_name <> array_remove(ARRAY[s.section_name, s.row_name, s.seat_name], NULL) FROM seat_move f
          WHERE f.presentation_id = s.presentation_id AND f.seat_id = s.seat_id AND f.at > o.created_at - interval '15 minutes' ORDER BY f.move_id LIMIT 1)
      OR EXISTS (SELECT FROM seat_move f WHERE f.presentation_id = s.presentation_id AND f.seat_id = s.seat_id AND f.is_shifted
        AND f.at > o.created_at - interval '15 minutes')))
$$;
