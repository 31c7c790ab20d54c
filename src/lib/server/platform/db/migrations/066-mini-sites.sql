-- Booking pages of organisers. Their tickets are entitlements, so that a balance is taken, kept for a cart and given back like uses of any other.
CREATE TABLE mini_site (
  mini_site_id int PRIMARY KEY,
  url text NOT NULL UNIQUE,
  is_closed boolean NOT NULL,
  opens_at timestamptz,
  closes_at timestamptz,
  accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  mark text NOT NULL,
  cover text NOT NULL,
  -- By language: name, eyebrow, lead, note, aboutTitle, about. Hebrew is always there.
  words jsonb NOT NULL CHECK (words ? 'he'),
  presentation_ids int[] NOT NULL
);

ALTER TABLE ticket DROP CONSTRAINT ticket_access_check,
  ADD CONSTRAINT ticket_access_check CHECK (access IN ('open', 'code', 'voucher', 'member', 'senior', 'site'));
ALTER TABLE entitlement DROP CONSTRAINT entitlement_kind_check,
  ADD CONSTRAINT entitlement_kind_check CHECK (kind IN ('coupon', 'voucher', 'member', 'senior', 'reference', 'site')),
  ADD COLUMN mini_site_id int REFERENCES mini_site,
  -- Whether it is for whoever is in the mini-site, without a reference.
  ADD COLUMN is_for_all boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT site_has_its_page CHECK ((kind = 'site') = (mini_site_id IS NOT NULL));
CREATE INDEX entitlement_by_mini_site ON entitlement (mini_site_id) WHERE mini_site_id IS NOT NULL;

-- The mini-site that a visitor is in: its tickets and its rule of what is sold out apply to the visitor's cart.
ALTER TABLE session ADD COLUMN mini_site_id int REFERENCES mini_site ON DELETE SET NULL;
CREATE INDEX session_by_mini_site ON session (mini_site_id) WHERE mini_site_id IS NOT NULL;

-- The mini-site that an order was begun in: its pages and messages lead back there.
ALTER TABLE orders ADD COLUMN mini_site_id int REFERENCES mini_site ON DELETE SET NULL;
CREATE INDEX orders_by_mini_site ON orders (mini_site_id) WHERE mini_site_id IS NOT NULL;
