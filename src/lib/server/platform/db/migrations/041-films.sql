-- Films and streams: presentations of venues of type 101 to 104, which are watched at home. They share the ids of presentations, and have no seats.
CREATE TABLE film (
  film_id int PRIMARY KEY,
  ordinal int NOT NULL,
  feature_id int NOT NULL REFERENCES feature,
  venue_id int NOT NULL REFERENCES venue,
  business_id int NOT NULL,
  auth_profile_id int NOT NULL,
  price int NOT NULL CHECK (price >= 0),
  service_charge int NOT NULL CHECK (service_charge >= 0),
  is_cancelled boolean NOT NULL,
  sale_opens_at timestamptz,
  sale_closes_at timestamptz,
  starts_at timestamptz,                         -- of a live stream
  hours int NOT NULL CHECK (hours > 0),
  days int NOT NULL CHECK (days > 0),
  devices int NOT NULL CHECK (devices BETWEEN 1 AND 2),
  capacity int CHECK (capacity > 0),
  media text NOT NULL,
  seconds int NOT NULL,
  chapters jsonb NOT NULL,
  subtitles jsonb NOT NULL,
  sounds jsonb NOT NULL,
  cancellation_policy_id int REFERENCES cancellation_policy
);

-- A ticket to watch, on the terms that were bought. An order has one.
CREATE TABLE film_ticket (
  order_id uuid PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  film_id int NOT NULL REFERENCES film,
  hours int NOT NULL CHECK (hours > 0),
  days int NOT NULL CHECK (days > 0),
  devices int NOT NULL CHECK (devices BETWEEN 1 AND 2),
  play_until timestamptz,                        -- once it is paid: the latest first play
  first_played_at timestamptz,
  ends_at timestamptz,
  stopped_at real NOT NULL DEFAULT 0 CHECK (stopped_at >= 0),  -- seconds of the film
  replacements int NOT NULL DEFAULT 0,
  CONSTRAINT window_is_whole CHECK (CASE WHEN first_played_at IS NULL THEN ends_at IS NULL
    ELSE coalesce(ends_at > first_played_at AND first_played_at < play_until, false) END)
);
CREATE INDEX film_ticket_by_film ON film_ticket (film_id);

-- The places of a ticket's devices; a device is a session. Who takes the place of another takes its row.
CREATE TABLE film_device (
  order_id uuid REFERENCES film_ticket ON DELETE CASCADE,
  place int,
  device uuid NOT NULL,
  device_id text NOT NULL UNIQUE,                -- its name on the wire
  name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, place),
  UNIQUE (order_id, device)
);
CREATE INDEX film_device_by_session ON film_device (device);
