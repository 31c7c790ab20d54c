-- Memberships of money: what a purchase has loaded, and the purse that holds it. A purse is a voucher without a reference that anybody knows: it pays the tickets
-- of its membership only, and the ledger of vouchers is the history of its balance.
ALTER TABLE membership_purchase ADD COLUMN money int CHECK (money > 0);          -- null: entries or seats
ALTER TABLE membership_purchase ADD CONSTRAINT money_is_no_entries CHECK (money IS NULL OR (gives_entries AND uses IS NULL));

ALTER TABLE system_voucher ADD COLUMN entitlement_id int UNIQUE REFERENCES entitlement;  -- of a purse; null: a voucher
