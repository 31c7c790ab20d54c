-- Of a ticket that was had in exchange for an evening: which seat of its purchase that evening was bought with, so that going there and back costs what it is worth.
ALTER TABLE order_seat ADD COLUMN evening_seat int;
ALTER TABLE order_seat ADD CONSTRAINT evening_was_bought_with_seat FOREIGN KEY (evening_order, evening_seat) REFERENCES order_seat (order_id, line),
  ADD CONSTRAINT evening_seat_is_of_evening CHECK (evening_seat IS NULL OR evening_order IS NOT NULL);

-- Those of before are found along the exchanges that led to them. Evenings of one purchase that were exchanged in one order are taken in the order of their lines;
-- tickets of orders that were not paid were had for nothing, and stay without.
WITH RECURSIVE given AS (
  SELECT order_id, line, released_by, coalesce(evening_order, order_id) AS purchase, coalesce(evening_line, membership_line) AS item,
    row_number() OVER (PARTITION BY released_by, coalesce(evening_order, order_id), coalesce(evening_line, membership_line) ORDER BY order_id, line) AS nth
  FROM order_seat WHERE released_by IS NOT NULL AND coalesce(evening_line, membership_line) IS NOT NULL
), had AS (
  SELECT order_id, line, evening_order AS purchase, evening_line AS item,
    row_number() OVER (PARTITION BY order_id, evening_order, evening_line ORDER BY line) AS nth
  FROM order_seat WHERE evening_order IS NOT NULL
), step AS (
  SELECT g.order_id AS from_order, g.line AS from_line, h.order_id, h.line
  FROM given g JOIN had h ON h.order_id = g.released_by AND h.purchase = g.purchase AND h.item = g.item AND h.nth = g.nth
), bought AS (
  SELECT t.order_id, t.line, t.from_line AS seat FROM step t JOIN order_seat s ON s.order_id = t.from_order AND s.line = t.from_line
  WHERE s.membership_line IS NOT NULL
  UNION ALL
  SELECT t.order_id, t.line, b.seat FROM bought b JOIN step t ON t.from_order = b.order_id AND t.from_line = b.line
)
UPDATE order_seat s SET evening_seat = b.seat FROM bought b WHERE b.order_id = s.order_id AND b.line = s.line;
