-- Whether the seats of a section have a place in the picture; if not, they are sold by the list. Part of the plan's version.
ALTER TABLE section ADD COLUMN is_drawn boolean NOT NULL DEFAULT true;
