-- A ticket that was had in exchange for one evening of a series or season: the purchase whose evening it stands in for. Its price is what was paid more.
ALTER TABLE order_seat ADD COLUMN evening_order uuid, ADD COLUMN evening_line int;
ALTER TABLE order_seat ADD CONSTRAINT stands_in_for_evening FOREIGN KEY (evening_order, evening_line) REFERENCES membership_purchase (order_id, line),
  ADD CONSTRAINT evening_is_named_whole CHECK ((evening_order IS NULL) = (evening_line IS NULL)),
  ADD CONSTRAINT evening_or_stand_in CHECK (membership_line IS NULL OR evening_order IS NULL);
CREATE INDEX order_seat_by_evening ON order_seat (evening_order, evening_line) WHERE evening_order IS NOT NULL;

-- Whether an evening of a membership may be exchanged, until how long before it begins (null: it may not), and for which presentations beside the same feature.
ALTER TABLE membership ADD COLUMN exchange_until_minutes int CHECK (exchange_until_minutes >= 0),
  ADD COLUMN exchange_presentation_ids int[] NOT NULL DEFAULT '{}';
