-- Who may come instead of the holder.
ALTER TABLE entitlement ADD COLUMN additional_name text NOT NULL DEFAULT '';

CREATE SEQUENCE member_number_sequence START 10417;

-- What a line of an order has bought of a membership: entries of an entitlement of its own, or more for one that somebody has.
CREATE TABLE membership_purchase (
  purchase_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,   -- the order in which entries are used up
  order_id uuid REFERENCES orders,
  line int,
  gives_entries boolean NOT NULL,                           -- false: seats of a series
  uses int CHECK (uses > 0),                                -- null: unlimited
  tops_up int REFERENCES entitlement,                       -- null: a membership of its own
  entitlement_id int REFERENCES entitlement,                -- once it is paid
  taken int CHECK (taken >= 0),                             -- once it is cancelled: its entries that were used by then
  membership_price_id int NOT NULL,
  reference_lookup text,                                    -- what was typed for it, of a list; a keyed hash
  PRIMARY KEY (order_id, line)
);
CREATE INDEX membership_purchase_by_entitlement ON membership_purchase (entitlement_id) WHERE entitlement_id IS NOT NULL;
CREATE INDEX membership_purchase_by_reference ON membership_purchase (membership_price_id, reference_lookup) WHERE reference_lookup IS NOT NULL;
