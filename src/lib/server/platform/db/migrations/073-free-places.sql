-- General admission finds a free place without counting the section out: places below next_place have each been claimed once, or are in freed_place.
-- first_place is the section's when next_place was written; a section that was imported anew starts from its first place again.
ALTER TABLE section_gate ADD COLUMN first_place int, ADD COLUMN next_place int;

-- Places of general admission whose claim was deleted, once each time. An entry whose place has a claim again says nothing, and goes when somebody comes by.
CREATE TABLE freed_place (
  freed_id bigint GENERATED ALWAYS AS IDENTITY,
  presentation_id int NOT NULL,
  place int NOT NULL,
  PRIMARY KEY (presentation_id, place, freed_id)
);

-- What is locked now, and what ended and was not swept: as many rows as there are visitors, however much was sold.
CREATE INDEX seat_claim_held ON seat_claim (presentation_id, expires_at) INCLUDE (seat_id) WHERE state = 'H';
