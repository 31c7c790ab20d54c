-- A broker's part of a presentation: the seats and places of an allocation. Who has saved it is the only one to lock it; while it is locked, nobody else sells
-- or changes it. locked_until is by the database's clock, after which it means nothing; locked_as: what the part was (part_terms).
CREATE TABLE broker_part (
  presentation_id int NOT NULL REFERENCES presentation,
  allocation_id int NOT NULL CHECK (allocation_id <> -1),
  staff_id int NOT NULL REFERENCES staff,
  saved_at timestamptz NOT NULL DEFAULT now(),
  locked_until timestamptz,
  locked_as jsonb,
  PRIMARY KEY (presentation_id, allocation_id),
  CHECK (locked_until IS NULL OR locked_as IS NOT NULL)
);
CREATE INDEX broker_part_by_staff ON broker_part (staff_id);

-- Its seats are kept as those of subscribers are, for whoever of the staff has locked them.
ALTER TABLE seat_keep ADD COLUMN staff_id int REFERENCES staff;
ALTER TABLE seat_keep DROP CONSTRAINT seat_keep_kind_check,
  ADD CONSTRAINT seat_keep_kind_check CHECK (kind IN ('allocation', 'renewal', 'broker')),
  ADD CONSTRAINT kept_for_a_broker CHECK ((kind = 'broker') = (staff_id IS NOT NULL));

-- The visitor of the same browser, by whom somebody of the staff chooses seats.
ALTER TABLE staff_session ADD COLUMN visitor uuid;
CREATE INDEX staff_session_by_visitor ON staff_session (visitor) WHERE visitor IS NOT NULL;
