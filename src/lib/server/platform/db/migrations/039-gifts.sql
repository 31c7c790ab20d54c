-- The pictures that a gift of a class may bear, by name.
ALTER TABLE system_voucher_class ADD COLUMN pictures text[] NOT NULL DEFAULT '{seat,curtain,moon,flowers}' CHECK (cardinality(pictures) > 0);

-- A voucher that is bought for somebody else. sealed: whom it goes to, the greeting, and the key of its page, of which only the hash is stored open.
CREATE TABLE voucher_gift (
  gift_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid NOT NULL,
  line int NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  sealed bytea NOT NULL,
  picture text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sms', 'mail', 'print')),     -- print: nobody is written to
  due_at timestamptz,                                                    -- null: once it is paid
  state text NOT NULL DEFAULT 'ordered' CHECK (state IN ('ordered', 'waiting', 'sent', 'withdrawn')),
  sent_at timestamptz,
  times_again int NOT NULL DEFAULT 0 CHECK (times_again BETWEEN 0 AND 3),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (order_id, line),
  FOREIGN KEY (order_id, line) REFERENCES voucher_purchase,
  CONSTRAINT sent_once_it_is CHECK ((state = 'sent') = (sent_at IS NOT NULL))
);
CREATE INDEX voucher_gift_queue ON voucher_gift (due_at NULLS FIRST) WHERE state = 'waiting';
CREATE INDEX voucher_gift_ordered ON voucher_gift (created_at) WHERE state = 'ordered';
