-- How long a session of staff lasts: 30 minutes without an act, 12 hours in all; of who is still to give the second factor 10 minutes.
CREATE OR REPLACE FUNCTION is_staff_session_alive(s staff_session) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.created_at > now() - CASE WHEN s.is_open THEN interval '12 hours' ELSE interval '10 minutes' END AND s.last_seen_at > now() - interval '30 minutes'
$$;

-- Whether a visitor is somebody of the staff, signed in now in the same browser.
CREATE OR REPLACE FUNCTION is_of_staff(who uuid, which int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM staff_session s WHERE s.visitor = who AND s.staff_id = which AND s.is_open AND is_staff_session_alive(s))
$$;

-- Whether a visitor is somebody of the staff, signed in now in the same browser, who sells an allocation of a presentation as a producer: what mayStaff decides
-- of permission 267, for the lock of a seat, which has no time to ask.
CREATE OR REPLACE FUNCTION sells_allocation(who uuid, show int, allocation int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM staff_session s JOIN staff m USING (staff_id) JOIN staff_role r USING (role) JOIN presentation p ON p.presentation_id = show
    WHERE s.visitor = who AND s.is_open AND is_staff_session_alive(s) AND m.disabled_at IS NULL AND 267 = ANY (r.permissions)
      AND (m.business_ids IS NULL OR p.business_id = ANY (m.business_ids)) AND (m.feature_ids IS NULL OR p.feature_id = ANY (m.feature_ids))
      AND (m.allocation_ids IS NULL OR allocation = ANY (m.allocation_ids)))
$$;

-- Whether somebody of the staff has a second factor: an app that was confirmed, or a passkey.
CREATE OR REPLACE FUNCTION has_second_factor(m staff) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.totp_step IS NOT NULL OR EXISTS (SELECT FROM staff_passkey p WHERE p.staff_id = m.staff_id)
$$;
