-- Seats of a presentation that nobody else can have until a time by the database's clock: for subscribers (a part of the catalogue), or for the member who had
-- the seat in the membership before (a renewal). After that time the row means nothing, and the seat is sold as every other.
CREATE TABLE seat_keep (
  presentation_id int NOT NULL,
  seat_id int NOT NULL,
  kind text NOT NULL CHECK (kind IN ('allocation', 'renewal')),
  until timestamptz NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now(),
  membership_ids int[] NOT NULL,                -- whose subscribers may take it, empty: of any; of a renewal the membership that is renewed to
  entitlement_id int REFERENCES entitlement,    -- of a renewal: whose seat it is
  PRIMARY KEY (presentation_id, seat_id, kind),
  CONSTRAINT kept_for_somebody CHECK ((kind = 'renewal') = (entitlement_id IS NOT NULL))
);
CREATE INDEX seat_keep_by_entitlement ON seat_keep (entitlement_id) WHERE entitlement_id IS NOT NULL;

-- What the catalogue says about seats for subscribers: [{categories, until, membershipIds}], from which an import makes the rows above.
ALTER TABLE presentation ADD COLUMN subscriber_seats jsonb NOT NULL DEFAULT '[]';

-- They take the membership that is being bought as well.
DROP FUNCTION IF EXISTS claim_seat(int, int, uuid, int, int, text, int, text, int);
DROP FUNCTION IF EXISTS claim_series(int[], int[], int[], text[], int[], uuid, int, int, text);
DROP FUNCTION IF EXISTS taken_shows(int[], int[], uuid);
