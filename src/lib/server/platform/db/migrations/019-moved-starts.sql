-- Presentations that an import has moved to another time. Whoever holds tickets for one is told; is_told: everybody has been who is to be.
CREATE TABLE start_move (
  move_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id uuid NOT NULL,                      -- all moves of one import: an order for several presentations gets one message
  presentation_id int NOT NULL REFERENCES presentation,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  is_told boolean NOT NULL DEFAULT false
);
CREATE INDEX start_move_by_presentation ON start_move (presentation_id, move_id);
CREATE INDEX start_move_untold ON start_move (move_id) WHERE NOT is_told;

-- When a presentation began as an order last heard of it: before move m and those before it that the order was not told of.
CREATE FUNCTION start_known(o orders, m start_move) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT f.from_at FROM start_move f WHERE f.presentation_id = m.presentation_id AND f.move_id <= m.move_id AND f.at > o.created_at - interval '15 minutes'
    AND f.move_id > coalesce((SELECT max(t.move_id) FROM start_move t JOIN outbox x ON x.order_id = o.order_id AND x.kind = 'moved:' || t.import_id
      WHERE t.presentation_id = m.presentation_id AND t.move_id < m.move_id), 0)
  ORDER BY f.move_id LIMIT 1
$$;
