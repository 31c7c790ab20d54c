-- How many of reserved uses count: each needs a seat of its presentation that its holder still holds.
CREATE OR REPLACE FUNCTION covered_uses(reserved entitlement_use) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT least(reserved.quantity, (SELECT count(*) FROM seat_claim c
    WHERE c.holder = reserved.holder AND c.presentation_id = reserved.presentation_id AND c.state = 'H' AND c.expires_at > now()))
$$;

-- Uses of an entitlement that count against a visitor: those of orders, and those that others have reserved and still hold seats for. Who holds one seat keeps
-- one use from others, whatever else is in the cart.
CREATE OR REPLACE FUNCTION taken_uses(which int, visitor uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(u.quantity) FROM entitlement_use u WHERE u.entitlement_id = which AND u.order_id IS NOT NULL), 0)::bigint
    + coalesce((SELECT sum(covered_uses(u)) FROM entitlement_use u WHERE u.entitlement_id = which AND u.order_id IS NULL AND u.holder <> visitor), 0)::bigint
$$;

-- What is surely left, whoever of those with reservations still holds seats.
CREATE OR REPLACE FUNCTION surely_left(which entitlement, visitor uuid) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT which.uses - coalesce(sum(u.quantity), 0) FROM entitlement_use u
  WHERE u.entitlement_id = which.entitlement_id AND (u.order_id IS NOT NULL OR u.holder <> visitor)
$$;

-- What is left for a visitor. Reservations are looked at one by one only if little is surely left: a cart has 50 lines at most.
CREATE OR REPLACE FUNCTION left_uses(which entitlement, visitor uuid) RETURNS int LANGUAGE plpgsql STABLE AS $$
DECLARE
  sure bigint := surely_left(which, visitor);
BEGIN
  RETURN CASE WHEN sure >= 50 THEN sure ELSE greatest(0, which.uses - taken_uses(which.entitlement_id, visitor)) END;
END $$;

-- Reserves uses for a visitor's cart in place of what it had reserved, or makes them an order's. Entitlements are locked in the order of their ids.
-- Answers the entitlement that has not so many left, and whoever gets such an answer has to roll back; null: all are had.
-- What others had reserved, and hold no seats for any more, is theirs no longer when somebody else takes it: it does not come back to life with their next
-- seat. Both are seen in one statement, so that a seat which is claimed meanwhile brings nothing back.
CREATE OR REPLACE FUNCTION reserve_uses(visitor uuid, ids int[], shows int[], quantities int[], for_order uuid) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  short int;
  scarce int[];
BEGIN
  -- Most carts have none.
  IF cardinality(ids) > 0 THEN
    PERFORM FROM entitlement e WHERE e.entitlement_id = ANY (ids) AND e.uses IS NOT NULL ORDER BY e.entitlement_id FOR NO KEY UPDATE;
    scarce := ARRAY (SELECT e.entitlement_id FROM entitlement e WHERE e.entitlement_id = ANY (ids) AND e.uses IS NOT NULL
      AND surely_left(e, visitor) < greatest(50, (SELECT sum(w.quantity) FROM unnest(quantities) AS w (quantity))));
    WITH loose AS (
      SELECT u.use_id, covered_uses(u) AS covered FROM entitlement_use u
      WHERE u.entitlement_id = ANY (scarce) AND u.order_id IS NULL AND u.holder <> visitor AND covered_uses(u) < u.quantity
      FOR UPDATE OF u SKIP LOCKED),
    gone AS (DELETE FROM entitlement_use u USING loose l WHERE u.use_id = l.use_id AND l.covered = 0),
    cut AS (UPDATE entitlement_use u SET quantity = l.covered FROM loose l WHERE u.use_id = l.use_id AND l.covered > 0)
    SELECT w.id INTO short FROM (SELECT id, sum(quantity) AS wanted FROM unnest(ids, quantities) AS line (id, quantity) GROUP BY id) AS w
    JOIN entitlement e ON e.entitlement_id = w.id WHERE w.id = ANY (scarce) AND taken_uses(w.id, visitor) + w.wanted > e.uses ORDER BY w.id LIMIT 1;
    IF short IS NOT NULL THEN
      RETURN short;
    END IF;
  END IF;
  DELETE FROM entitlement_use u WHERE u.holder = visitor AND u.order_id IS NULL AND (for_order IS NULL OR u.presentation_id = ANY (shows));
  INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity, order_id)
    SELECT w.id, visitor, w.show, sum(w.quantity), for_order FROM unnest(ids, shows, quantities) AS w (id, show, quantity) GROUP BY w.id, w.show;
  RETURN NULL;
END $$;

-- A member number that nobody has: nine digits and a check digit, so that it is never an ID number, which has nine.
CREATE OR REPLACE FUNCTION new_member_number() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  digits text;
  number text;
BEGIN
  LOOP
    digits := '7' || lpad(nextval('member_number_sequence')::text, 8, '0');
    number := digits || (SELECT (10 - sum(d / 10 + d % 10) % 10) % 10
      FROM (SELECT substr(digits, at, 1)::int * (1 + at % 2) AS d FROM generate_series(1, length(digits)) AS at) AS weighted);
    EXIT WHEN NOT EXISTS (SELECT FROM entitlement e WHERE e.kind = 'member' AND e.public_code = number);
  END LOOP;
  RETURN number;
END $$;

-- What of a cancellation went back to balances of memberships, which are vouchers that nobody types; less what became a new voucher, because the membership had ended.
CREATE OR REPLACE FUNCTION returned_to_members(c cancellation) RETURNS int LANGUAGE sql STABLE AS $$
  WITH RECURSIVE chain AS (
    SELECT o.order_id, o.modifies FROM orders o WHERE o.order_id = c.order_id
    UNION ALL SELECT o.order_id, o.modifies FROM chain n JOIN orders o ON o.order_id = n.modifies)
  SELECT coalesce(sum(l.amount), 0)::int FROM chain JOIN voucher_ledger l USING (order_id) JOIN system_voucher v USING (system_voucher_id)
  WHERE l.kind = 'return' AND l.cause = c.cancellation_id AND v.entitlement_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM voucher_ledger m WHERE m.system_voucher_id = l.system_voucher_id AND m.kind = 'correction' AND m.cause = l.cause)
$$;

-- What a voucher has paid of its order: money, or the worth of the tickets that a bundle paid.
CREATE OR REPLACE FUNCTION voucher_paid(u order_voucher) RETURNS int LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN u.tickets IS NULL THEN u.amount
    ELSE (SELECT coalesce(sum(s.bundle_paid), 0) FROM order_seat s WHERE s.order_id = u.order_id AND s.bundle_id = u.system_voucher_id) END::int
$$;

-- Whether a voucher is a bundle: its amounts are tickets.
CREATE OR REPLACE FUNCTION is_bundle(voucher_id int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM system_voucher v WHERE v.system_voucher_id = voucher_id AND v.bundle IS NOT NULL)
$$;
