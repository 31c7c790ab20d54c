-- The seat that a member who came with the catalogue had: what a renewal keeps.
CREATE TABLE member_seat (
  entitlement_id int PRIMARY KEY REFERENCES entitlement ON DELETE CASCADE,
  seatplan_id int NOT NULL,
  seat_id int NOT NULL
);

-- From when holders renew; null: at once.
ALTER TABLE membership ADD COLUMN renews_from timestamptz;

-- Of a renewal: its member asked for another seat, and gives this one up as soon as that one is paid.
ALTER TABLE seat_keep ADD COLUMN moves boolean NOT NULL DEFAULT false;
ALTER TABLE seat_keep DROP CONSTRAINT seat_keep_entitlement_id_fkey,
  ADD CONSTRAINT seat_keep_entitlement_id_fkey FOREIGN KEY (entitlement_id) REFERENCES entitlement ON DELETE CASCADE;
CREATE INDEX entitlement_by_membership ON entitlement (membership_id) WHERE membership_id IS NOT NULL;
