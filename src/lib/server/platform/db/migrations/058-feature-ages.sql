-- From which age a feature is meant to be seen; 0: all ages, null: not said.
ALTER TABLE feature ADD COLUMN from_age smallint CHECK (from_age BETWEEN 0 AND 21);
