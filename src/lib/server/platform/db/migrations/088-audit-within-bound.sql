-- Reads all rows while others write.
ALTER TABLE audit VALIDATE CONSTRAINT audit_first_part;
