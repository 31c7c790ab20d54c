-- When a presentation began as an order last heard of it: before move m and those before it that the order was not told of.
CREATE OR REPLACE FUNCTION start_known(o orders, m start_move) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT f.from_at FROM start_move f WHERE f.presentation_id = m.presentation_id AND f.move_id <= m.move_id AND f.at > o.created_at - interval '15 minutes'
    AND f.move_id > coalesce((SELECT max(t.move_id) FROM start_move t JOIN outbox x ON x.order_id = o.order_id AND x.kind = 'moved:' || t.import_id
      WHERE t.presentation_id = m.presentation_id AND t.move_id < m.move_id), 0)
  ORDER BY f.move_id LIMIT 1
$$;
