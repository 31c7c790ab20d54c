-- Floors or levels: [{"name", "x", "y"}, …], x and y by how much the level is drawn apart from the stage's. Sections name theirs by index. Part of the plan's version.
ALTER TABLE seatplan ADD COLUMN levels jsonb NOT NULL DEFAULT '[]';
ALTER TABLE section ADD COLUMN level int CHECK (level >= 0);
