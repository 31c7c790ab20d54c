-- A cancellation policy as the rules read it.
CREATE OR REPLACE FUNCTION cancellation_terms(c cancellation_policy) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT json_build_object('id', c.cancellation_policy_id, 'name', c.name, 'withinDays', c.within_days, 'beforeDays', c.before_days,
    'countsRestDays', c.counts_rest_days, 'charge', CASE c.charge_kind WHEN 'percent' THEN json_build_object('kind', c.charge_kind, 'percent', c.charge_percent)
      WHEN 'none' THEN json_build_object('kind', c.charge_kind) ELSE json_build_object('kind', c.charge_kind, 'amount', c.charge_amount) END,
    'chargeLimit', c.charge_limit)
$$;
