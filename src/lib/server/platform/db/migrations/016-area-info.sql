-- What the personal area shows (spec §3: the session's customerAreaInfo) is read from its customer, area_customer_id, whenever it is asked for; no copy is kept.
ALTER TABLE session DROP COLUMN customer_area_info;
