-- What background rounds look for is found by an index of what is due, however much was sold.
CREATE INDEX payment_given_up ON payment (updated_at) WHERE state = 'declined' AND failure_code = 'PAYMENT_TIMEOUT';
CREATE INDEX payment_event_by_age ON payment_event (at);
CREATE INDEX captcha_used_by_age ON captcha_used (used_at);
CREATE INDEX captcha_pass_by_age ON captcha_pass (issued_at);
CREATE INDEX social_sign_in_by_age ON social_sign_in (created_at);
CREATE INDEX redeemed_link_by_age ON redeemed_link (expires_at);
CREATE INDEX sent_ticket_known ON sent_ticket (order_id, line) WHERE sealed IS NOT NULL;
CREATE INDEX voucher_gift_known ON voucher_gift (order_id) WHERE state IN ('sent', 'withdrawn') AND NOT is_forgotten;

-- A session that has ordered is kept for good: the sweep notes it and does not look at it again.
ALTER TABLE session ADD COLUMN has_ordered boolean NOT NULL DEFAULT false;
CREATE INDEX session_to_sweep ON session (last_seen_at) WHERE NOT has_ordered;
CREATE INDEX session_with_ssn ON session (last_seen_at) WHERE ssn_encrypted IS NOT NULL;
DROP INDEX session_by_last_seen;
