-- When the calendar day of an instant ends: the midnight after it.
CREATE OR REPLACE FUNCTION day_ends_at(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (date_trunc('day', at AT TIME ZONE 'Asia/Jerusalem') + interval '1 day') AT TIME ZONE 'Asia/Jerusalem'
$$;

-- Until when a presentation is sold, and what staff keep of it is kept: its start, or the end of its day if it has no time of day (UNTIMED_FEATURE_TYPE), as `isOver` says.
CREATE OR REPLACE FUNCTION sale_ends_at(p presentation) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN f.feature_type_id = 7 THEN day_ends_at(p.starts_at) ELSE p.starts_at END FROM feature f WHERE f.feature_id = p.feature_id
$$;
