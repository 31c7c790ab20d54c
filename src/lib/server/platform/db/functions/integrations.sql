-- Whether an opening is good for an order now: not expired, taken by no order but one that failed, and of an integration that has not ended.
CREATE OR REPLACE FUNCTION is_opening_good(v integration_opening) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT v.expires_at > now() AND EXISTS (SELECT FROM integration i WHERE i.integration_id = v.integration_id AND i.ended_at IS NULL)
    AND (v.order_id IS NULL OR EXISTS (SELECT FROM orders o WHERE o.order_id = v.order_id AND o.state = 'failed'))
$$;

-- Gives a new order the visitor's last opening, if it is good and its integration is of the businesses of all its presentations; one that takes the place of another gets what that had.
CREATE OR REPLACE FUNCTION take_opening(visitor uuid, new_order uuid, replaced uuid, presentations int[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  taken bigint;
BEGIN
  IF replaced IS NOT NULL THEN
    RETURN (SELECT o.opening_id FROM orders o WHERE o.order_id = replaced);
  END IF;
  UPDATE integration_opening v SET order_id = new_order FROM integration i
  WHERE v.opening_id = (SELECT max(l.opening_id) FROM integration_opening l WHERE l.uuid = visitor) AND i.integration_id = v.integration_id AND is_opening_good(v)
    AND (i.business_ids IS NULL OR presentations <> '{}'
      AND NOT EXISTS (SELECT FROM presentation p WHERE p.presentation_id = ANY (presentations) AND p.business_id <> ALL (i.business_ids)))
  RETURNING v.opening_id INTO taken;
  RETURN taken;
END $$;
