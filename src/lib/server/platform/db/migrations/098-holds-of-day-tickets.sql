-- What producers hold of presentations without a time of day was held until their house opens; it is held until the end of their day, as long as they are sold.
UPDATE seat_keep k SET until = (date_trunc('day', p.starts_at AT TIME ZONE 'Asia/Jerusalem') + interval '1 day') AT TIME ZONE 'Asia/Jerusalem'
FROM presentation p JOIN feature f USING (feature_id)
WHERE k.kind = 'producer' AND k.presentation_id = p.presentation_id AND f.feature_type_id = 7 AND k.until > now();
