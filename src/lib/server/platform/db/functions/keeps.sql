-- Whether a visitor may have a kept seat: a member of one of its memberships, or whoever buys one of them now; of a renewal only the member who had the seat,
-- and only by renewing; of a broker's part the broker, in the browser of the sign-in. What a producer holds is for who sells its allocation, and counts for
-- nothing while the seat is kept for somebody else as well.
CREATE OR REPLACE FUNCTION may_take(k seat_keep, visitor uuid, for_membership int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT CASE k.kind
    WHEN 'allocation' THEN (for_membership IS NOT NULL AND (k.membership_ids = '{}' OR for_membership = ANY (k.membership_ids)))
      OR EXISTS (SELECT FROM session_grant g JOIN entitlement e USING (entitlement_id)
        WHERE g.uuid = visitor AND e.kind = 'member' AND e.is_active AND coalesce(e.ends_at > now(), true)
          AND CASE k.membership_ids WHEN '{}' THEN coalesce(e.business_id = (SELECT p.business_id FROM presentation p WHERE p.presentation_id = k.presentation_id), true)
            ELSE e.membership_id = ANY (k.membership_ids) END)
    WHEN 'broker' THEN is_of_staff(visitor, k.staff_id)
    WHEN 'producer' THEN sells_allocation(visitor, k.presentation_id, k.allocation_id) OR EXISTS (SELECT FROM seat_keep o
      WHERE o.presentation_id = k.presentation_id AND o.seat_id = k.seat_id AND o.kind <> 'producer' AND o.until > now())
    ELSE coalesce(for_membership = ANY (k.membership_ids), false) AND is_member(k.entitlement_id, visitor) END
$$;

-- Whether a visitor has proved to be a member: by a look-up or a sign-in, or as the owner of the order that bought it.
CREATE OR REPLACE FUNCTION is_member(which int, visitor uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM session_grant g WHERE g.uuid = visitor AND g.entitlement_id = which)
    OR EXISTS (SELECT FROM membership_purchase p JOIN orders o USING (order_id) WHERE p.entitlement_id = which AND o.state = 'paid' AND is_order_of(o, visitor))
$$;

-- Whether a seat is kept for somebody else now.
CREATE OR REPLACE FUNCTION is_kept(show int, seat int, visitor uuid, for_membership int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM seat_keep k
    WHERE k.presentation_id = show AND k.seat_id = seat AND k.until > now() AND NOT may_take(k, visitor, for_membership))
$$;

-- The kept seats of presentations that a visitor may take. Who may is asked once for each reason to keep seats, however many seats are kept for it: who buys no
-- membership renews no seat, so that all renewals are one reason then, and who has neither shown anything nor belongs to the staff has none.
CREATE OR REPLACE FUNCTION seats_kept_for(shows int[], visitor uuid, for_membership int) RETURNS TABLE (show int, seats int[]) LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF for_membership IS NULL AND NOT EXISTS (SELECT FROM session_grant g WHERE g.uuid = visitor)
    AND NOT EXISTS (SELECT FROM staff_session s WHERE s.visitor = seats_kept_for.visitor) THEN RETURN; END IF;
  RETURN QUERY SELECT o.presentation_id, array_agg(o.seat) FROM (
    SELECT reason.presentation_id, seat FROM (
      SELECT k.presentation_id, array_agg(k.seat_id) AS seats, may_take((array_agg(k))[1], visitor, for_membership) AS is_open
      FROM seat_keep k WHERE k.presentation_id = ANY (shows) AND k.until > now()
      GROUP BY k.presentation_id, k.kind, k.membership_ids, k.staff_id, k.allocation_id, CASE WHEN for_membership IS NOT NULL THEN k.entitlement_id END,
        k.kind = 'producer' AND EXISTS (SELECT FROM seat_keep o WHERE o.presentation_id = k.presentation_id AND o.seat_id = k.seat_id
          AND o.kind <> 'producer' AND o.until > now())) AS reason, unnest(reason.seats) AS seat
    GROUP BY 1, 2 HAVING bool_and(reason.is_open)) AS o
  GROUP BY 1;
END $$;

-- Whether a seat is kept for staff to sell now: a broker has locked its part, or a producer holds it.
CREATE OR REPLACE FUNCTION is_kept_by_staff(show int, seat int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM seat_keep k WHERE k.presentation_id = show AND k.seat_id = seat AND k.staff_id IS NOT NULL AND k.until > now())
$$;

-- The seats and places of allocations of a presentation.
CREATE OR REPLACE FUNCTION part_seats(show int, allocations int[]) RETURNS SETOF int LANGUAGE sql STABLE AS $$
  SELECT s.seat_id FROM presentation p JOIN presentation_price r USING (presentation_id) JOIN seat s ON s.seatplan_id = p.seatplan_id AND s.category = r.category
  WHERE p.presentation_id = show AND r.allocation_id = ANY (allocations)
  UNION ALL
  SELECT generate_series(x.first_place, x.first_place + x.capacity - 1)
  FROM presentation p JOIN presentation_price r USING (presentation_id) JOIN section x ON x.seatplan_id = p.seatplan_id AND x.category = r.category
  WHERE p.presentation_id = show AND r.allocation_id = ANY (allocations) AND NOT x.is_reserved
$$;

-- What a part is: its plan, its seats and the ticket groups that they are sold with.
CREATE OR REPLACE FUNCTION part_terms(show int, allocations int[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('plan', p.seatplan_id,
    'groups', (SELECT jsonb_object_agg(r.category, r.ticket_group_id) FROM presentation_price r WHERE r.presentation_id = show AND r.allocation_id = ANY (allocations)),
    'seats', (SELECT md5(string_agg(seat::text, ',' ORDER BY seat)) FROM part_seats(show, allocations) AS seat))
  FROM presentation p WHERE p.presentation_id = show
$$;
