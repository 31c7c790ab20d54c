-- Ticket changes: tickets are given back for those of another order, or a ticket is replaced on its seat.

ALTER TABLE orders
  ADD CHECK (give_back <= modified_amount),
  ADD CHECK (modifies IS NOT NULL OR modified_amount = 0),
  ADD CHECK (modifies <> order_id);
CREATE INDEX orders_by_modified ON orders (modifies) WHERE modifies IS NOT NULL;
CREATE INDEX order_seat_released ON order_seat (released_by) WHERE released_by IS NOT NULL;

-- Tickets wait to be given back while the order that they are given for is being paid; they are given back once it is paid.
CREATE FUNCTION is_given_back(released_by uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT released_by IS NOT NULL AND EXISTS (SELECT FROM orders o WHERE o.order_id = released_by AND o.state IN ('paid', 'refunding', 'refunded'))
$$;

-- cause: of a correction that a ticket change makes, the order that it led to; both sides of it are written once.
ALTER TABLE ledger ADD COLUMN cause uuid REFERENCES orders;
CREATE UNIQUE INDEX ledger_change_once ON ledger (order_id, cause) WHERE kind = 'correction' AND cause IS NOT NULL;

-- Tickets that are void because another one was issued in their place, on the same seat.
CREATE TABLE replaced_ticket (
  ticket_identifier text PRIMARY KEY,
  order_id uuid NOT NULL,
  line int NOT NULL,
  ticket_id int NOT NULL,
  ticket_name text NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (order_id, line) REFERENCES order_seat
);
CREATE TRIGGER replaced_ticket_only_grows BEFORE UPDATE OR DELETE ON replaced_ticket FOR EACH ROW EXECUTE FUNCTION refuse_change();
