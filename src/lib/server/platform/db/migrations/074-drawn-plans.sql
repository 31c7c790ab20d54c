-- What a plan's file draws beside its seats. areas: what lies under them, in the file's order; foci: [[x, y], …] that seats look to; colours: #rrggbb by price
-- category; source: the file as it was read, so that an export keeps what we do not know. Plans that are here already have none until they are imported again.
ALTER TABLE seatplan
  ADD COLUMN areas jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN foci jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN colours jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN source jsonb;
