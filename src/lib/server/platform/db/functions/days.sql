-- When the calendar day of an instant ends: the midnight after it.
CREATE OR REPLACE FUNCTION day_ends_at(at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT (date_trunc('day', at AT TIME ZONE 'Asia/Jerusalem') + interval '1 day') AT TIME ZONE 'Asia/Jerusalem'
$$;
