-- Memberships as the catalogue offers them: what is bought of them stands in order_item and entitlement.
CREATE TABLE season (
  season_id int PRIMARY KEY,
  name text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT season_ends_after_start CHECK (ends_at > starts_at)
);

CREATE TABLE membership (
  membership_id int PRIMARY KEY,
  ordinal int NOT NULL,
  code text NOT NULL UNIQUE,
  name text NOT NULL,
  class_name text NOT NULL,
  description text NOT NULL,
  type_id int NOT NULL CHECK (type_id IN (1, 2, 3)),      -- open, series, season
  season_id int REFERENCES season,
  business_id int NOT NULL,
  auth_profile_id int NOT NULL,
  is_skip_member_seat boolean NOT NULL,
  is_pricing_per_ticket boolean NOT NULL,
  default_ticket_group_id int,
  location_ids int[] NOT NULL,                            -- empty: everywhere
  uses int CHECK (uses > 0),                              -- entries of an open one
  amount int CHECK (amount > 0),                          -- or its money; null for both: unlimited entries
  valid_days int CHECK (valid_days > 0),                  -- from the purchase
  valid_from timestamptz,
  valid_until timestamptz,
  is_topup boolean NOT NULL,
  choice_count int CHECK (choice_count > 0),
  sale_opens_at timestamptz,
  sale_closes_at timestamptz,
  renews_id int REFERENCES membership DEFERRABLE INITIALLY DEFERRED,
  renews_until timestamptz,
  cancellation_policy_id int REFERENCES cancellation_policy,
  max_quantity int NOT NULL CHECK (max_quantity > 0),
  CONSTRAINT entries_or_money CHECK (num_nonnulls(uses, amount) <= 1),
  CONSTRAINT renewal_is_whole CHECK ((renews_id IS NULL) = (renews_until IS NULL))
);

CREATE TABLE membership_ticket (
  membership_id int REFERENCES membership,
  ticket_id int,
  PRIMARY KEY (membership_id, ticket_id)
);

CREATE TABLE membership_presentation (
  membership_id int REFERENCES membership,
  presentation_id int REFERENCES presentation,
  is_choice boolean NOT NULL,
  supplement int NOT NULL DEFAULT 0,                      -- of a date that is chosen
  PRIMARY KEY (membership_id, presentation_id)
);
CREATE INDEX membership_by_presentation ON membership_presentation (presentation_id);

CREATE TABLE membership_price (
  membership_price_id int PRIMARY KEY,
  membership_id int NOT NULL REFERENCES membership,
  ordinal int NOT NULL,
  price_code text NOT NULL,
  name text NOT NULL,
  note text NOT NULL,
  price int NOT NULL CHECK (price >= 0),                  -- hundredths of its currency
  currency_id int NOT NULL,
  currency_code text NOT NULL,
  currency_symbol text NOT NULL,
  ref1prompt text,
  ref2prompt text,
  reference_check text NOT NULL CHECK (reference_check IN ('none', 'list')),
  CONSTRAINT membership_price_code_once UNIQUE (membership_id, price_code) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE membership_rate (
  membership_id int REFERENCES membership,
  ticket_id int,
  category text,
  price_code text,
  price int NOT NULL CHECK (price >= 0),
  PRIMARY KEY (membership_id, category, price_code)
);

-- What may be typed for a price that asks for a reference of a list; a keyed hash. null: for any number of purchases.
CREATE TABLE membership_reference (
  membership_price_id int REFERENCES membership_price ON DELETE CASCADE,
  lookup text,
  quantity int CHECK (quantity >= 0),
  PRIMARY KEY (membership_price_id, lookup)
);
