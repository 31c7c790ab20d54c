-- Who asked, with consent, to be told once when seats of a presentation come free, in the order of asking.
CREATE TABLE wait_list (
  wait_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  place bigint GENERATED ALWAYS AS IDENTITY,
  presentation_id int NOT NULL REFERENCES presentation,
  contact_index text NOT NULL,      -- keyed hash of the number or the address
  sealed bytea,                     -- the number or the address and the key of the links; forgotten once it was told or has left
  key_hash bytea NOT NULL UNIQUE,   -- of the key of the links
  quantity int NOT NULL CHECK (quantity BETWEEN 1 AND 8),
  locale text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'told', 'left')),
  asked_at timestamptz NOT NULL DEFAULT now(),
  free_since timestamptz,           -- since when enough seats for it have been free, after those of everybody before it
  told_at timestamptz,
  message_id uuid,                  -- in the outbox
  CHECK ((state = 'waiting') = (sealed IS NOT NULL)),
  CHECK (state <> 'told' OR told_at IS NOT NULL)
);
CREATE UNIQUE INDEX wait_list_once ON wait_list (presentation_id, contact_index) WHERE state = 'waiting';
CREATE INDEX wait_list_in_order ON wait_list (presentation_id, place) WHERE state = 'waiting';
CREATE INDEX wait_list_told ON wait_list (presentation_id) WHERE state = 'told';
CREATE INDEX wait_list_by_contact ON wait_list (contact_index, asked_at);

-- Until when nobody else is told of the seats that somebody was told of: ten minutes from when the message went out. One that never went out holds up nobody.
CREATE FUNCTION head_start_until(w wait_list) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN w.state <> 'told' THEN '-infinity' ELSE interval '10 minutes' + coalesce(
    (SELECT CASE m.state WHEN 'queued' THEN now() WHEN 'sent' THEN m.sent_at ELSE '-infinity' END FROM outbox m WHERE m.message_id = w.message_id), w.told_at) END
$$;
