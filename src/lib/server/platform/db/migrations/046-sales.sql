-- What was sold, summed up for those who look at it: sums that are written with each sale, and always equal what the books say.

-- sold_at: when an order was paid. settled_at moves on when its money goes back; null of orders of before, whose settled_at has not moved.
-- channel: where it was sold.
ALTER TABLE orders ADD COLUMN sold_at timestamptz,
  ADD COLUMN channel text NOT NULL DEFAULT 'shop' CONSTRAINT known_channel CHECK (channel IN ('shop', 'producer', 'broker'));
UPDATE orders o SET sold_at = coalesce((SELECT min(l.at) FROM ledger l WHERE l.order_id = o.order_id AND l.amount > 0), created_at) WHERE state = 'refunded';

-- One row: a business day ends at this time of the next calendar day, in Asia/Jerusalem.
CREATE TABLE sales_clock (
  is_single boolean PRIMARY KEY DEFAULT true CHECK (is_single),
  day_ends time NOT NULL DEFAULT '04:00'
);
INSERT INTO sales_clock DEFAULT VALUES;

-- What one transaction has changed. Sales only add rows here, so that none waits for another; a job adds them to the sums and deletes them. Who reads adds both.
-- presentation_id 0: of none. kind: seat, product or that of an order_item; charge: handling fees; kept: what is kept of what was cancelled. gross and refunded in
-- agorot; what is worth nothing by itself (a seat of a membership, a ticket of a bundle) is counted all the same.
CREATE TABLE sales_delta (
  day date NOT NULL,
  presentation_id int NOT NULL,
  kind text NOT NULL,
  subject_id int NOT NULL,                       -- ticket, product or what the kind sells; 0 for none
  channel text NOT NULL,
  quantity int NOT NULL DEFAULT 0,
  quantity_back int NOT NULL DEFAULT 0,
  gross bigint NOT NULL DEFAULT 0,
  refunded bigint NOT NULL DEFAULT 0
);
CREATE TABLE sales_day (
  presentation_id int NOT NULL,
  day date NOT NULL,
  kind text NOT NULL,
  subject_id int NOT NULL,
  channel text NOT NULL,
  quantity int NOT NULL,
  quantity_back int NOT NULL,
  gross bigint NOT NULL,
  refunded bigint NOT NULL,
  PRIMARY KEY (presentation_id, day, kind, subject_id, channel)
);

-- Coarser sums of sales_day, for reports over many presentations; those of presentation 0 are in neither.
CREATE TABLE sales_presentation (
  presentation_id int NOT NULL,
  kind text NOT NULL,
  quantity int NOT NULL,
  quantity_back int NOT NULL,
  gross bigint NOT NULL,
  refunded bigint NOT NULL,
  PRIMARY KEY (presentation_id, kind)
);
CREATE TABLE sales_feature_day (
  business_id int NOT NULL,
  day date NOT NULL,
  feature_id int NOT NULL,
  location_id int NOT NULL,
  kind text NOT NULL,
  quantity int NOT NULL,
  quantity_back int NOT NULL,
  gross bigint NOT NULL,
  refunded bigint NOT NULL,
  PRIMARY KEY (business_id, day, feature_id, location_id, kind)
);
CREATE INDEX sales_feature_day_by_feature ON sales_feature_day (feature_id, day);

-- What `npm run rollups` has found in the books, part after part; empty but within its transaction.
CREATE TABLE sales_found (LIKE sales_delta INCLUDING ALL);

-- What the views below need; the functions as they are now, and their comments, stand in db/functions/sales.sql.
CREATE FUNCTION business_day(at timestamptz) RETURNS date LANGUAGE sql STABLE AS $$
  SELECT ((at AT TIME ZONE 'Asia/Jerusalem') - (SELECT day_ends FROM sales_clock)::interval)::date
$$;
CREATE FUNCTION presentation_of_order(id uuid) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT presentation_id FROM order_seat WHERE order_id = id ORDER BY line LIMIT 1),
    (SELECT presentation_id FROM order_item WHERE order_id = id AND presentation_id IS NOT NULL ORDER BY kind, line LIMIT 1), 0)
$$;
CREATE FUNCTION credited_of(id uuid, item_kind text, item_line int) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN item_kind <> 'membership' THEN 0 ELSE (SELECT coalesce(sum(r.credit), 0) FROM order_seat s JOIN resale r USING (order_id, line)
    WHERE s.order_id = id AND s.membership_line = item_line AND r.state = 'sold') END
$$;

-- Every line of every order as the sums see it.
CREATE VIEW sale_line AS
  SELECT order_id, presentation_id, 'seat'::text AS kind, ticket_id AS subject_id, 1 AS quantity, price + service_charge AS amount, 0::bigint AS credited,
    cancellation_id, released_by FROM order_seat
  UNION ALL SELECT order_id, presentation_of_order(order_id), 'product', product_id, quantity, quantity * unit_price, 0, cancellation_id, NULL FROM order_product
  UNION ALL SELECT order_id, coalesce(presentation_id, 0), kind, subject_id, quantity, quantity * (unit_price + service_charge),
    CASE WHEN cancellation_id IS NULL THEN 0 ELSE credited_of(order_id, kind, line) END, cancellation_id, NULL FROM order_item;

-- Orders that were paid.
CREATE VIEW sold_order AS
  SELECT order_id, channel, business_day(coalesce(sold_at, settled_at, created_at)) AS day, modifies, modified_charge, global_service_charge
  FROM orders WHERE state IN ('paid', 'refunding', 'refunded');

-- What the books say was sold and given back: the sums have to equal this.
CREATE VIEW sales_scan AS
  SELECT l.order_id, o.day, l.presentation_id, l.kind, l.subject_id, o.channel, l.quantity, 0 AS quantity_back, l.amount::bigint AS gross, 0::bigint AS refunded
    FROM sale_line l JOIN sold_order o USING (order_id)
  UNION ALL SELECT l.order_id, business_day(c.at), l.presentation_id, l.kind, l.subject_id, o.channel, 0, l.quantity, 0, l.amount - l.credited
    FROM sale_line l JOIN cancellation c USING (cancellation_id) JOIN sold_order o ON o.order_id = l.order_id WHERE l.cancellation_id IS NOT NULL
  UNION ALL SELECT l.order_id, n.day, l.presentation_id, l.kind, l.subject_id, o.channel, 0, l.quantity, 0, l.amount
    FROM sale_line l JOIN sold_order n ON n.order_id = l.released_by JOIN sold_order o ON o.order_id = l.order_id WHERE l.released_by IS NOT NULL
  UNION ALL SELECT s.order_id, business_day(r.closed_at), s.presentation_id, 'seat', s.ticket_id, o.channel, 0, 1, 0, 0
    FROM resale r JOIN order_seat s USING (order_id, line) JOIN sold_order o USING (order_id) WHERE r.state = 'sold'
  UNION ALL SELECT s.order_id, business_day(r.closed_at), coalesce(i.presentation_id, 0), i.kind, i.subject_id, o.channel, 0, 0, 0, r.credit
    FROM resale r JOIN order_seat s USING (order_id, line) JOIN order_item i ON i.order_id = s.order_id AND i.kind = 'membership' AND i.line = s.membership_line
    JOIN sold_order o ON o.order_id = s.order_id WHERE r.state = 'sold'
  UNION ALL SELECT o.order_id, o.day, presentation_of_order(o.order_id), 'charge', 0, o.channel, 0, 0, o.global_service_charge, 0
    FROM sold_order o WHERE o.global_service_charge > 0
  UNION ALL SELECT o.order_id, n.day, presentation_of_order(o.order_id), 'charge', 0, o.channel, 0, 0, 0, n.modified_charge
    FROM sold_order n JOIN sold_order o ON o.order_id = n.modifies WHERE n.modified_charge > 0
  UNION ALL SELECT f.order_id, business_day(c.at), presentation_of_order(f.order_id), 'charge', 0, o.channel, 0, 0, 0, f.amount
    FROM fee_return f JOIN cancellation c USING (cancellation_id) JOIN sold_order o ON o.order_id = f.order_id
  UNION ALL SELECT c.order_id, business_day(c.at), presentation_of_order(c.order_id), 'kept', 0, o.channel, 0, 0, c.charge, 0
    FROM cancellation c JOIN sold_order o USING (order_id) WHERE c.charge > 0;

-- The sums as of now, by their three grains.
CREATE VIEW sales AS
  SELECT presentation_id, day, kind, subject_id, channel, quantity, quantity_back, gross, refunded FROM sales_day
  UNION ALL SELECT presentation_id, day, kind, subject_id, channel, quantity, quantity_back, gross, refunded FROM sales_delta;

CREATE VIEW sales_by_presentation AS
  SELECT presentation_id, kind, quantity, quantity_back, gross, refunded FROM sales_presentation
  UNION ALL SELECT presentation_id, kind, quantity, quantity_back, gross, refunded FROM sales_delta WHERE presentation_id > 0;

CREATE VIEW sales_by_feature AS
  SELECT business_id, day, feature_id, location_id, kind, quantity, quantity_back, gross, refunded FROM sales_feature_day
  UNION ALL SELECT p.business_id, d.day, p.feature_id, v.location_id, d.kind, d.quantity, d.quantity_back, d.gross, d.refunded
    FROM sales_delta d JOIN presentation p USING (presentation_id) JOIN venue v USING (venue_id);

-- Where the sums of days are not what the books say: what has to be added to them.
CREATE VIEW sales_amiss AS
  SELECT day, presentation_id, kind, subject_id, channel, sum(quantity)::int AS quantity, sum(quantity_back)::int AS quantity_back,
    sum(gross)::bigint AS gross, sum(refunded)::bigint AS refunded
  FROM (SELECT day, presentation_id, kind, subject_id, channel, quantity, quantity_back, gross, refunded FROM sales_scan
    UNION ALL SELECT day, presentation_id, kind, subject_id, channel, -quantity, -quantity_back, -gross, -refunded FROM sales) AS both_sides
  GROUP BY day, presentation_id, kind, subject_id, channel
  HAVING (sum(quantity), sum(quantity_back), sum(gross), sum(refunded)) <> (0, 0, 0, 0);

-- Where the coarser sums are not those of the days.
CREATE VIEW sales_sums_amiss AS
  SELECT 'presentation' AS grain, presentation_id || ' ' || kind AS subject
  FROM (SELECT presentation_id, kind, quantity, quantity_back, gross, refunded FROM sales_presentation
    UNION ALL SELECT presentation_id, kind, -quantity, -quantity_back, -gross, -refunded FROM sales_day WHERE presentation_id > 0) x
  GROUP BY presentation_id, kind HAVING (sum(quantity), sum(quantity_back), sum(gross), sum(refunded)) <> (0, 0, 0, 0)
  UNION ALL
  SELECT 'feature', feature_id || ' ' || day || ' ' || kind
  FROM (SELECT business_id, day, feature_id, location_id, kind, quantity, quantity_back, gross, refunded FROM sales_feature_day
    UNION ALL SELECT p.business_id, d.day, p.feature_id, v.location_id, d.kind, -d.quantity, -d.quantity_back, -d.gross, -d.refunded
      FROM sales_day d JOIN presentation p USING (presentation_id) JOIN venue v USING (venue_id)) x
  GROUP BY business_id, day, feature_id, location_id, kind HAVING (sum(quantity), sum(quantity_back), sum(gross), sum(refunded)) <> (0, 0, 0, 0);
