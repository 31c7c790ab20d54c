-- Owners read the log of staff by action.
CREATE INDEX staff_audit_by_action ON staff_audit (action, audit_id);
