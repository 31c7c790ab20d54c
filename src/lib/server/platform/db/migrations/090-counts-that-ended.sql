-- The sweep finds what has ended, however many are counting.
CREATE INDEX call_count_ended ON call_count (expire);
