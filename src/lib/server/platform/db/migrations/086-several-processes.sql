-- Several processes on one database: who of them is there, and what they count together.

CREATE TABLE shop_process (
  process_id uuid PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- In the shape that rate-limiter-flexible reads and writes: `expire` in ms since 1970. The key says who only as a keyed hash.
CREATE TABLE call_count (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
