-- How many seats and places of a presentation are being paid or sold: counted where a claim changes, so that nobody counts the claims. A change adds a row of its own,
-- so that sales of one presentation do not wait for each other; what was added is folded every second. Who reads adds both.
CREATE TABLE seats_taken (presentation_id int PRIMARY KEY, taken int NOT NULL);
CREATE TABLE seats_taken_change (presentation_id int NOT NULL, change int NOT NULL);
