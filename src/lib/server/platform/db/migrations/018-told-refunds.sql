-- The kind of the message that has told of a refund: one that goes back later is told by a message of its own.
ALTER TABLE refund ADD COLUMN told text;
UPDATE refund r SET told = m.kind FROM outbox m WHERE r.state = 'done'
  AND m.kind = 'refund:' || r.reason || CASE WHEN r.reason = 'cancel' THEN coalesce(':' || r.cause, '') ELSE '' END
  AND m.order_id = CASE r.reason WHEN 'change' THEN r.cause
    WHEN 'cancel' THEN coalesce((SELECT c.order_id FROM cancellation c WHERE c.cancellation_id = r.cause), r.order_id) ELSE r.order_id END;
