-- Tables, benches and boxes: [{"kind", "sectionId", "y", "sellWhole", "outline"}, …], each a row of its section by the y of its seats. Part of the plan's version.
ALTER TABLE seatplan ADD COLUMN tables jsonb NOT NULL DEFAULT '[]';
