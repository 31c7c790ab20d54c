-- Rules of choosing seats that a presentation may have (spec §5).
ALTER TABLE presentation ADD COLUMN lone_seats text NOT NULL DEFAULT 'unavoidable' CHECK (lone_seats IN ('allowed', 'unavoidable', 'never'));
ALTER TABLE presentation ADD COLUMN keep_one_free boolean NOT NULL DEFAULT false;
ALTER TABLE presentation ADD COLUMN companion_needs_wheelchair boolean NOT NULL DEFAULT true;
