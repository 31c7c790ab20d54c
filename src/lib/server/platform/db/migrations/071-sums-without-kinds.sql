-- The coarser sums say what reports show, tickets and money, and no kinds: half the rows, and as many whether fees are taken or not.

-- How a row of the sums counts by its kind: only seats are tickets, and what is kept of what was cancelled makes what went back less. The functions as they are
-- now stand in db/functions/sales.sql.
CREATE FUNCTION tickets_of(kind text, quantity bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT CASE kind WHEN 'seat' THEN quantity ELSE 0 END $$;
CREATE FUNCTION gross_of(kind text, gross bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$ SELECT CASE kind WHEN 'kept' THEN 0 ELSE gross END $$;
CREATE FUNCTION refunded_of(kind text, gross bigint, refunded bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE kind WHEN 'kept' THEN refunded - gross ELSE refunded END
$$;

DROP VIEW sales_by_presentation, sales_by_feature, sales_sums_amiss;
DROP TABLE sales_presentation, sales_feature_day;

CREATE TABLE sales_presentation (
  presentation_id int PRIMARY KEY,
  sold bigint NOT NULL,                          -- tickets, those that came back as well
  returned bigint NOT NULL,
  gross bigint NOT NULL,
  refunded bigint NOT NULL
);
CREATE TABLE sales_feature_day (
  business_id int NOT NULL,
  day date NOT NULL,
  feature_id int NOT NULL,
  location_id int NOT NULL,
  sold bigint NOT NULL,
  returned bigint NOT NULL,
  gross bigint NOT NULL,
  refunded bigint NOT NULL,
  PRIMARY KEY (business_id, day, feature_id, location_id)
);

-- is_new: not yet added to the sums of days.
CREATE OR REPLACE VIEW sales AS
  SELECT presentation_id, day, kind, subject_id, channel, quantity, quantity_back, gross, refunded, false AS is_new FROM sales_day
  UNION ALL SELECT presentation_id, day, kind, subject_id, channel, quantity, quantity_back, gross, refunded, true FROM sales_delta;

-- Every row of the sums as reports show it.
CREATE VIEW sales_shown AS
  SELECT presentation_id, day, is_new, tickets_of(kind, quantity) AS sold, tickets_of(kind, quantity_back) AS returned, gross_of(kind, gross) AS gross,
    refunded_of(kind, gross, refunded) AS refunded
  FROM sales;

-- The coarser sums as of now.
CREATE VIEW sales_by_presentation AS
  SELECT presentation_id, sold, returned, gross, refunded FROM sales_presentation
  UNION ALL SELECT presentation_id, sold, returned, gross, refunded FROM sales_shown WHERE is_new AND presentation_id > 0;

CREATE VIEW sales_by_feature AS
  SELECT business_id, day, feature_id, location_id, sold, returned, gross, refunded FROM sales_feature_day
  UNION ALL SELECT p.business_id, d.day, p.feature_id, v.location_id, d.sold, d.returned, d.gross, d.refunded
    FROM sales_shown d JOIN presentation p USING (presentation_id) JOIN venue v USING (venue_id) WHERE d.is_new;

-- Where the coarser sums are not those of the days.
CREATE VIEW sales_sums_amiss AS
  SELECT 'presentation' AS grain, presentation_id::text AS subject
  FROM (SELECT presentation_id, sold, returned, gross, refunded FROM sales_presentation
    UNION ALL SELECT presentation_id, -sold, -returned, -gross, -refunded FROM sales_shown WHERE NOT is_new AND presentation_id > 0) x
  GROUP BY presentation_id HAVING (sum(sold), sum(returned), sum(gross), sum(refunded)) <> (0, 0, 0, 0)
  UNION ALL
  SELECT 'feature', feature_id || ' ' || day
  FROM (SELECT business_id, day, feature_id, location_id, sold, returned, gross, refunded FROM sales_feature_day
    UNION ALL SELECT p.business_id, d.day, p.feature_id, v.location_id, -d.sold, -d.returned, -d.gross, -d.refunded
      FROM sales_shown d JOIN presentation p USING (presentation_id) JOIN venue v USING (venue_id) WHERE NOT d.is_new) x
  GROUP BY business_id, day, feature_id, location_id HAVING (sum(sold), sum(returned), sum(gross), sum(refunded)) <> (0, 0, 0, 0);

-- It is empty but within the transaction of `npm run rollups`, so that a crash loses nothing: its rows need not be logged.
ALTER TABLE sales_found SET UNLOGGED;
