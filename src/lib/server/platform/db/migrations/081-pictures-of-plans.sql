-- A picture behind the seats: the SVG, cleaned, or a photo as a data URL, and where it is drawn: {"x", "y", "width", "height", "version"}. Part of the plan's version.
ALTER TABLE seatplan ADD COLUMN picture text;
ALTER TABLE seatplan ADD COLUMN picture_at jsonb;
ALTER TABLE seatplan ADD CHECK ((picture IS NULL) = (picture_at IS NULL));
