-- What a series or season was bought with: its dates, and a ticket for each of them, which the membership's line pays.
ALTER TABLE membership_purchase ADD COLUMN dates int[];                          -- presentations; null: an open membership
ALTER TABLE membership_purchase ADD COLUMN is_virtual boolean NOT NULL DEFAULT false;  -- the house gives its holder a seat: there are no tickets
ALTER TABLE membership_purchase ADD CONSTRAINT entries_or_dates CHECK (gives_entries = (dates IS NULL));

ALTER TABLE order_seat ADD COLUMN membership_line int;                           -- the purchase of the same order that pays it; null: bought by itself
ALTER TABLE order_seat ADD CONSTRAINT covered_by_purchase FOREIGN KEY (order_id, membership_line)
  REFERENCES membership_purchase (order_id, line) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE order_seat ADD CONSTRAINT covered_carries_no_money CHECK (membership_line IS NULL OR price + service_charge = 0);
CREATE INDEX order_seat_covered ON order_seat (order_id, membership_line) WHERE membership_line IS NOT NULL;
