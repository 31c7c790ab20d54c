-- Seats that a producer holds for the sale of an allocation, until the presentation begins or they are released. Whoever sells that allocation as a producer
-- may have them; staff_id says who held them.
ALTER TABLE seat_keep ADD COLUMN allocation_id int;
ALTER TABLE seat_keep DROP CONSTRAINT seat_keep_kind_check, DROP CONSTRAINT kept_for_a_broker,
  ADD CONSTRAINT seat_keep_kind_check CHECK (kind IN ('allocation', 'renewal', 'broker', 'producer')),
  ADD CONSTRAINT kept_by_staff CHECK ((kind IN ('broker', 'producer')) = (staff_id IS NOT NULL)),
  ADD CONSTRAINT kept_for_an_allocation CHECK ((kind = 'producer') = (allocation_id IS NOT NULL));
