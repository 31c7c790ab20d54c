-- A webhook may rest: what there is to tell it waits until it goes on.
ALTER TABLE webhook ADD COLUMN paused_at timestamptz;
-- The newest messages of a webhook.
CREATE INDEX webhook_message_newest ON webhook_message (webhook_id, at);
