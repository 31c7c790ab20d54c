-- Words of the catalogue in languages beside Hebrew: {"en": {"name": …}, "ru": …, "ar": …}, by the names of the file. One that is missing is shown in Hebrew.
ALTER TABLE location ADD COLUMN words jsonb;
ALTER TABLE venue ADD COLUMN words jsonb;
ALTER TABLE feature_category ADD COLUMN words jsonb;
ALTER TABLE feature ADD COLUMN words jsonb;
ALTER TABLE ticket_group ADD COLUMN words jsonb;
ALTER TABLE ticket ADD COLUMN words jsonb;
ALTER TABLE product ADD COLUMN words jsonb;
ALTER TABLE service_charge ADD COLUMN words jsonb;
ALTER TABLE presentation ADD COLUMN words jsonb;
