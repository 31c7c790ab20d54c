-- Others may be told of orders that are held and paid later: as they are made, and where nobody pays them in time.
ALTER TABLE webhook DROP CONSTRAINT webhook_events_check;
ALTER TABLE webhook ADD CONSTRAINT webhook_events_check
  CHECK (events <> '{}' AND events <@ ARRAY['order.held', 'order.paid', 'order.changed', 'order.cancelled', 'order.lapsed', 'ticket.used']);
