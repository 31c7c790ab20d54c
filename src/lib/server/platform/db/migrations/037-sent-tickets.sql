-- A ticket that its buyer has sent to a friend: it has a code of its own since, and a page by a key that only the friend's message has.
CREATE TABLE sent_ticket (
  sent_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  line int NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  sealed bytea,                                 -- the friend's name and contact; null once they are forgotten
  locale text NOT NULL,                         -- of the friend's messages
  sent_at timestamptz NOT NULL DEFAULT now(),
  taken_back_at timestamptz,
  FOREIGN KEY (order_id, line) REFERENCES order_seat (order_id, line)
);
CREATE UNIQUE INDEX sent_once ON sent_ticket (order_id, line) WHERE taken_back_at IS NULL;
CREATE INDEX sent_ticket_by_order ON sent_ticket (order_id, line);
