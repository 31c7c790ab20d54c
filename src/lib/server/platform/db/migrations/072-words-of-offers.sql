-- Words in languages beside Hebrew for what is sold beside tickets, as in migration 070.
ALTER TABLE season ADD COLUMN words jsonb;
ALTER TABLE membership ADD COLUMN words jsonb;
ALTER TABLE membership_price ADD COLUMN words jsonb;
ALTER TABLE system_voucher_super_class ADD COLUMN words jsonb;
ALTER TABLE system_voucher_class ADD COLUMN words jsonb;
ALTER TABLE system_voucher_price ADD COLUMN words jsonb;
ALTER TABLE donation ADD COLUMN words jsonb;
ALTER TABLE donation_detail ADD COLUMN words jsonb;
