-- How long a session of staff lasts: 30 minutes without an act, 12 hours in all; of who is still to give the second factor 10 minutes.
CREATE OR REPLACE FUNCTION is_staff_session_alive(s staff_session) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT s.created_at > now() - CASE WHEN s.is_open THEN interval '12 hours' ELSE interval '10 minutes' END AND s.last_seen_at > now() - interval '30 minutes'
$$;

-- Whether a visitor is somebody of the staff whose role is a broker's (269), signed in now in the same browser.
CREATE OR REPLACE FUNCTION is_of_staff(who uuid, which int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM staff_session s JOIN staff m USING (staff_id) JOIN staff_role r USING (role)
    WHERE s.visitor = who AND s.staff_id = which AND s.is_open AND is_staff_session_alive(s) AND 269 = ANY (r.permissions))
$$;

-- Whether a visitor is somebody of the staff, signed in now in the same browser, who sells an allocation of a presentation as a producer: what mayStaff decides
-- of permission 267, for the lock of a seat, which has no time to ask.
CREATE OR REPLACE FUNCTION sells_allocation(who uuid, show int, allocation int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM staff_session s JOIN staff m USING (staff_id) JOIN staff_role r USING (role) JOIN presentation p ON p.presentation_id = show
    WHERE s.visitor = who AND s.is_open AND is_staff_session_alive(s) AND m.disabled_at IS NULL AND 267 = ANY (r.permissions)
      AND (m.business_ids IS NULL OR p.business_id = ANY (m.business_ids)) AND (m.feature_ids IS NULL OR p.feature_id = ANY (m.feature_ids))
      AND (r.business_ids IS NULL OR p.business_id = ANY (r.business_ids)) AND (r.feature_ids IS NULL OR p.feature_id = ANY (r.feature_ids))
      AND (m.allocation_ids IS NULL OR allocation = ANY (m.allocation_ids)))
$$;

-- Whether somebody of the staff has a second factor: an app that was confirmed, or a passkey.
CREATE OR REPLACE FUNCTION has_second_factor(m staff) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT m.totp_step IS NOT NULL OR EXISTS (SELECT FROM staff_passkey p WHERE p.staff_id = m.staff_id)
$$;

-- What somebody of the staff may do and see has changed, or a session has ended: told to all processes as the change is committed, whichever statement made it.
-- The number is of the account; of a role, which is of many, there is none.
CREATE OR REPLACE FUNCTION tell_staff_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shura_staff', OLD.staff_id::text);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER staff_changed AFTER UPDATE OF role, business_ids, feature_ids, disabled_at ON staff FOR EACH ROW
  EXECUTE FUNCTION tell_staff_changed();
CREATE OR REPLACE TRIGGER staff_session_ended AFTER DELETE ON staff_session FOR EACH ROW EXECUTE FUNCTION tell_staff_changed();

CREATE OR REPLACE FUNCTION tell_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('shura_staff', '');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER role_changed AFTER UPDATE ON staff_role FOR EACH ROW EXECUTE FUNCTION tell_role_changed();
