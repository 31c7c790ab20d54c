-- Seats that somebody has and an import gave another name or another place among the others. Whoever has one is told with the starts that the import moved;
-- is_told: everybody has been who is to be. Names are section, row and seat, of general admission the section alone.
CREATE TABLE seat_move (
  move_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id uuid NOT NULL,
  presentation_id int NOT NULL REFERENCES presentation,
  seat_id int NOT NULL,
  from_name text[] NOT NULL,
  to_name text[] NOT NULL,
  is_shifted boolean NOT NULL,                  -- it stands elsewhere among the others
  at timestamptz NOT NULL DEFAULT now(),
  is_told boolean NOT NULL DEFAULT false
);
CREATE INDEX seat_move_by_seat ON seat_move (presentation_id, seat_id, move_id);
CREATE INDEX seat_move_untold ON seat_move (move_id) WHERE NOT is_told;

-- A date that moves to another hall, or becomes that of another show; null: it stays what it was.
ALTER TABLE start_move ADD COLUMN from_venue_id int REFERENCES venue, ADD COLUMN from_feature_id int REFERENCES feature;
