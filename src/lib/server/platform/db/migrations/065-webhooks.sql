-- Whom of outside the shop tells what becomes of orders (https://www.standardwebhooks.com). business_ids null: of everything; else of orders with a presentation
-- of one of them. The secret signs every message.
CREATE TABLE webhook (
  webhook_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  url text NOT NULL,
  events text[] NOT NULL CHECK (events <> '{}' AND events <@ ARRAY['order.paid', 'order.changed', 'order.cancelled', 'ticket.used']),
  business_ids int[] CHECK (business_ids <> '{}'),
  sealed_secret bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);

-- What is told, written by the transaction of what it tells of, and at most once for each. line 0: of the order. order_id null: a test.
CREATE TABLE webhook_message (
  message_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  webhook_id int NOT NULL REFERENCES webhook,
  event text NOT NULL,
  order_id uuid REFERENCES orders,
  line int NOT NULL DEFAULT 0,
  data jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  told_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'delivered', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  failure text,
  closed_at timestamptz,
  CHECK ((state = 'queued') = (closed_at IS NULL))
);
CREATE UNIQUE INDEX webhook_message_once ON webhook_message (webhook_id, event, order_id, line, told_in);
CREATE INDEX webhook_message_due ON webhook_message (webhook_id, next_attempt_at) WHERE state = 'queued';
CREATE INDEX webhook_message_closed ON webhook_message (closed_at) WHERE state <> 'queued';
CREATE INDEX webhook_message_by_order ON webhook_message (order_id);
