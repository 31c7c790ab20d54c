-- Where a membership that was bought may be used: as its terms were when it was bought. Empty: everywhere of its business.
ALTER TABLE entitlement ADD COLUMN location_ids int[] NOT NULL DEFAULT '{}';
UPDATE entitlement e SET location_ids = m.location_ids FROM membership m
WHERE m.membership_id = e.membership_id AND EXISTS (SELECT FROM membership_purchase p WHERE p.entitlement_id = e.entitlement_id);
