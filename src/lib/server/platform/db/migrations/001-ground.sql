-- Money is integer agorot, time is timestamptz (UTC), ids of the catalogue come from its files.

-- ── catalogue ──────────────────────────────────────────────────────────────
-- One row; its version rises with every import that changed something, so that running processes reload.
CREATE TABLE catalogue_version (
  is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
  version bigint NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO catalogue_version DEFAULT VALUES;

CREATE TABLE location (
  location_id int PRIMARY KEY,
  name text NOT NULL,
  city text NOT NULL,
  address text NOT NULL,
  phone text NOT NULL DEFAULT '',
  doors_minutes int NOT NULL DEFAULT 30,
  accessibility text NOT NULL DEFAULT ''
);

CREATE TABLE venue (
  venue_id int PRIMARY KEY,
  location_id int NOT NULL REFERENCES location,
  name text NOT NULL,
  venue_type_id int NOT NULL DEFAULT 1
);

-- stage: {"outline": [[x, y], …], "labelX", "labelY", "label"} or null. version: a hash of the whole plan.
CREATE TABLE seatplan (
  seatplan_id int PRIMARY KEY,
  venue_id int NOT NULL REFERENCES venue,
  name text NOT NULL,
  version text NOT NULL,
  width int NOT NULL,
  height int NOT NULL,
  stage jsonb
);

CREATE TABLE section (
  seatplan_id int NOT NULL REFERENCES seatplan ON DELETE CASCADE,
  section_id int NOT NULL,
  ordinal int NOT NULL,
  name text NOT NULL,
  is_reserved boolean NOT NULL,
  category text,              -- general admission only
  capacity int NOT NULL CHECK (capacity >= 0),
  first_place int,            -- general admission only: its places have the ids first_place … first_place + capacity - 1
  outline jsonb NOT NULL DEFAULT '[]',
  label_x real NOT NULL DEFAULT 0,
  label_y real NOT NULL DEFAULT 0,
  PRIMARY KEY (seatplan_id, section_id),
  CHECK (is_reserved = (first_place IS NULL) AND is_reserved = (category IS NULL))
);

CREATE TABLE seat (
  seatplan_id int NOT NULL,
  seat_id int NOT NULL,
  section_id int NOT NULL,
  group_id int NOT NULL DEFAULT 0,
  x int NOT NULL,
  y int NOT NULL,
  seatplan_x real NOT NULL,
  seatplan_y real NOT NULL,
  rotate real NOT NULL DEFAULT 0,
  row_name text NOT NULL,
  seat_name text NOT NULL,
  category text NOT NULL,
  features int[] NOT NULL DEFAULT '{}',
  guid text NOT NULL,         -- stays the same over imports, so that a seat keeps its id
  PRIMARY KEY (seatplan_id, seat_id),
  UNIQUE (seatplan_id, section_id, x, y),
  UNIQUE (seatplan_id, guid),
  FOREIGN KEY (seatplan_id, section_id) REFERENCES section ON DELETE CASCADE
);

CREATE TABLE feature_category (feature_category_id int PRIMARY KEY, name text NOT NULL, ordinal int NOT NULL DEFAULT 0);

CREATE TABLE feature (
  feature_id int PRIMARY KEY,
  name text NOT NULL,
  feature_type_id int NOT NULL DEFAULT 1,
  feature_category_id int NOT NULL REFERENCES feature_category,
  tagline text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  eyebrow text NOT NULL DEFAULT '',
  minutes int NOT NULL DEFAULT 0,
  badges jsonb NOT NULL DEFAULT '[]',
  credits jsonb NOT NULL DEFAULT '[]',
  quote jsonb,
  poster text NOT NULL        -- an SVG document, cleaned at import
);

CREATE TABLE ticket_group (ticket_group_id int PRIMARY KEY, name text NOT NULL, is_by_code_enabled boolean NOT NULL DEFAULT false);

CREATE TABLE ticket (
  ticket_id int PRIMARY KEY,
  ticket_group_id int NOT NULL REFERENCES ticket_group,
  ordinal int NOT NULL DEFAULT 0,
  name text NOT NULL,
  price int CHECK (price >= 0),
  old_price int CHECK (old_price >= 0),
  service_charge int NOT NULL DEFAULT 0 CHECK (service_charge >= 0),
  price_policy_id int NOT NULL DEFAULT 1,
  code text,
  ref1prompt text,
  ref2prompt text,
  multiply_factor int NOT NULL DEFAULT 1 CHECK (multiply_factor >= 0),
  walkin boolean NOT NULL DEFAULT false
);

CREATE TABLE product (
  product_id int PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  price int NOT NULL CHECK (price >= 0),
  max_quantity int NOT NULL DEFAULT 10 CHECK (max_quantity > 0),
  is_delivery_required boolean NOT NULL DEFAULT false,
  image text NOT NULL         -- an SVG document, cleaned at import
);

CREATE TABLE service_charge (
  service_charge_id int PRIMARY KEY,
  name text,
  amount_per_order int CHECK (amount_per_order >= 0),
  percent_rate_per_order numeric(6, 3) CHECK (percent_rate_per_order >= 0),
  CHECK ((amount_per_order IS NULL) <> (percent_rate_per_order IS NULL))
);

CREATE TABLE presentation (
  presentation_id int PRIMARY KEY,
  feature_id int NOT NULL REFERENCES feature,
  venue_id int NOT NULL REFERENCES venue,
  seatplan_id int NOT NULL REFERENCES seatplan,
  starts_at timestamptz NOT NULL,
  seating_policy_id int NOT NULL DEFAULT 1,
  auth_profile_id int NOT NULL DEFAULT 1,
  business_id int NOT NULL DEFAULT 1,
  service_charge_id int REFERENCES service_charge,
  max_seats int NOT NULL DEFAULT 8 CHECK (max_seats > 0),
  soldout boolean NOT NULL DEFAULT false,
  is_cancelled boolean NOT NULL DEFAULT false,
  sale_opens_at timestamptz,
  view_area_filename text,
  image_map_html text
);
CREATE INDEX presentation_by_start ON presentation (starts_at);

CREATE TABLE presentation_price (
  presentation_id int NOT NULL REFERENCES presentation ON DELETE CASCADE,
  category text NOT NULL,
  ticket_group_id int NOT NULL REFERENCES ticket_group,
  allocation_id int NOT NULL DEFAULT 1,
  PRIMARY KEY (presentation_id, category)
);

CREATE TABLE presentation_product (
  presentation_id int NOT NULL REFERENCES presentation ON DELETE CASCADE,
  product_id int NOT NULL REFERENCES product,
  ordinal int NOT NULL DEFAULT 0,
  PRIMARY KEY (presentation_id, product_id)
);

-- ── visitors ───────────────────────────────────────────────────────────────
-- uuid is the public name of the cart and proves nothing; the proof is the cookie whose hash is kept here.
-- sid_hash is null for a header-only session (a plain API client).
CREATE TABLE session (
  uuid uuid PRIMARY KEY,
  sid_hash bytea UNIQUE,
  customer_info jsonb,
  customer_area_info jsonb,
  cart jsonb,
  preslive jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX session_by_last_seen ON session (last_seen_at);

-- ── seats ──────────────────────────────────────────────────────────────────
-- A row exists only for a seat or place that is locked ('H', until expires_at), being paid ('P': its order settles it; expires_at remembers the hold) or sold ('S').
CREATE TABLE seat_claim (
  presentation_id int NOT NULL,
  seat_id int NOT NULL,
  state char(1) NOT NULL CHECK (state IN ('H', 'P', 'S')),
  holder uuid NOT NULL,
  claimed_at timestamptz NOT NULL,
  expires_at timestamptz,
  extended boolean NOT NULL DEFAULT false,
  order_id uuid,
  PRIMARY KEY (presentation_id, seat_id),
  CHECK (state = 'S' OR expires_at IS NOT NULL),
  CHECK (state = 'H' OR order_id IS NOT NULL)
);
CREATE INDEX seat_claim_by_holder ON seat_claim (holder, presentation_id);
CREATE INDEX seat_claim_by_order ON seat_claim (order_id) WHERE order_id IS NOT NULL;

-- General admission: the row that is locked while places of a section are counted out.
CREATE TABLE section_gate (
  presentation_id int NOT NULL,
  section_id int NOT NULL,
  PRIMARY KEY (presentation_id, section_id)
);

-- ── orders and money ───────────────────────────────────────────────────────
CREATE TABLE orders (
  order_id uuid PRIMARY KEY,
  reservation_identifier text NOT NULL UNIQUE,   -- 100 random bits
  document_key text NOT NULL UNIQUE,             -- 130 random bits
  holder uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('paying', 'paid', 'failed', 'refunding', 'refunded')),
  idempotency_key text NOT NULL,
  body_hash bytea NOT NULL,
  amount_due int NOT NULL CHECK (amount_due >= 0),
  seats_price int NOT NULL,
  products_price int NOT NULL,
  global_service_charge int NOT NULL,
  global_service_charge_name text,
  number_of_payments int NOT NULL DEFAULT 1,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  mobile_number text NOT NULL DEFAULT '',
  ssn_encrypted bytea,
  address jsonb,
  mailing_consent boolean NOT NULL DEFAULT false,
  staff_note jsonb,                              -- zoom, systemInquiry: shown to staff
  failure_code text,
  created_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  UNIQUE (holder, idempotency_key)
);
CREATE INDEX orders_unsettled ON orders (created_at) WHERE state IN ('paying', 'refunding');

CREATE TABLE order_seat (
  order_id uuid NOT NULL REFERENCES orders,
  line int NOT NULL,
  presentation_id int NOT NULL,
  seat_id int NOT NULL,
  section_id int NOT NULL,
  section_name text NOT NULL,
  row_name text,
  seat_name text,
  ticket_id int NOT NULL,
  ticket_name text NOT NULL,
  price int NOT NULL,
  service_charge int NOT NULL,
  ticket_identifier text UNIQUE,                 -- set when the order is paid: the issued ticket
  PRIMARY KEY (order_id, line),
  UNIQUE (order_id, presentation_id, seat_id)
);

CREATE TABLE order_product (
  order_id uuid NOT NULL REFERENCES orders,
  product_id int NOT NULL,
  name text NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  unit_price int NOT NULL,
  PRIMARY KEY (order_id, product_id)
);

-- The intent is written and committed before the provider is called, the result after.
CREATE TABLE payment (
  payment_id uuid PRIMARY KEY,
  order_id uuid NOT NULL UNIQUE REFERENCES orders,
  provider text NOT NULL,
  payment_identifier text NOT NULL,
  amount int NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('intended', 'captured', 'declined', 'unknown', 'refunded')),
  provider_reference text,
  attempts int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX payment_once ON payment (provider, payment_identifier) WHERE state <> 'declined';

CREATE TABLE ledger (
  entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  payment_id uuid REFERENCES payment,
  kind text NOT NULL CHECK (kind IN ('charge', 'refund')),
  amount int NOT NULL,                           -- charges positive, refunds negative
  at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (payment_id, kind)
);

-- ── after the order ────────────────────────────────────────────────────────
-- Bodies are made when a message is sent or looked at, from the order; only the intent is stored.
CREATE TABLE outbox (
  message_id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  kind text NOT NULL,
  recipient text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  failure text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  UNIQUE (order_id, channel, kind)
);
CREATE INDEX outbox_queue ON outbox (next_attempt_at) WHERE state = 'queued';

-- Only ever added to, and read in the order of time: an index would be paid for by every lock.
CREATE TABLE audit (
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  subject text NOT NULL,
  uuid uuid,
  facts jsonb
);

CREATE TABLE captcha_used (signature text PRIMARY KEY, used_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE captcha_pass (
  pass_hash bytea PRIMARY KEY,
  uuid uuid NOT NULL,
  action text NOT NULL,
  uses_left int NOT NULL CHECK (uses_left >= 0),
  expires_at timestamptz NOT NULL
);

-- ── the built-in sandbox payment provider: stands for a foreign system, reached only through its adapter ──
CREATE TABLE sandbox_form (
  form_id text PRIMARY KEY,
  uuid uuid NOT NULL,
  amount int NOT NULL,
  max_payments int NOT NULL DEFAULT 1,
  locale text NOT NULL,
  return_url text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE TABLE sandbox_card (
  payment_identifier text PRIMARY KEY,
  form_id text NOT NULL REFERENCES sandbox_form,
  amount int NOT NULL,
  behaviour text NOT NULL,
  last4 text NOT NULL,
  payments int NOT NULL DEFAULT 1,
  challenge_passed boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE sandbox_charge (
  idempotency_key text PRIMARY KEY,
  payment_identifier text NOT NULL REFERENCES sandbox_card,
  amount int NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('charged', 'declined', 'refunded')),
  reference text NOT NULL UNIQUE,
  at timestamptz NOT NULL DEFAULT now()
);
