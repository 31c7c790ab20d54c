-- Whether to whom a gift went was forgotten: its buyer's account was deleted, and it was sent.
ALTER TABLE voucher_gift ADD COLUMN is_forgotten boolean NOT NULL DEFAULT false;
