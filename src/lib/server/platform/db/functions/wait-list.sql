-- Until when nobody else is told of the seats that somebody was told of: ten minutes from when the message went out. One that never went out holds up nobody.
CREATE OR REPLACE FUNCTION head_start_until(w wait_list) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN w.state <> 'told' THEN '-infinity' ELSE interval '10 minutes' + coalesce(
    (SELECT CASE m.state WHEN 'queued' THEN now() WHEN 'sent' THEN m.sent_at ELSE '-infinity' END FROM outbox m WHERE m.message_id = w.message_id), w.told_at) END
$$;
