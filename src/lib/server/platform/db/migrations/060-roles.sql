-- What a role may do, by the numbers of domain/staff/permissions.ts. The ready-made ones stay as they are; owners add others.
CREATE TABLE staff_role (
  role text PRIMARY KEY CHECK (role = btrim(role) AND role <> ''),
  permissions int[] NOT NULL,
  is_ready_made boolean NOT NULL DEFAULT false
);
INSERT INTO staff_role (role, permissions, is_ready_made) VALUES
  ('owner', '{266,267,268,269,270}', true),
  ('manager', '{266,267,268}', true),
  ('producer', '{266,267,268}', true),
  ('boxOffice', '{267,268}', true),
  ('gate', '{}', true),
  ('broker', '{269}', true);
-- Accounts of a role that there is no more may do nothing, as before.
INSERT INTO staff_role (role, permissions) SELECT DISTINCT role, '{}'::int[] FROM staff ON CONFLICT DO NOTHING;
ALTER TABLE staff ADD CONSTRAINT staff_role_fkey FOREIGN KEY (role) REFERENCES staff_role;
