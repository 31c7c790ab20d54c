-- A picture may come as AVIF and keeps that name; its bytes are kept as WebP.
ALTER TABLE picture DROP CONSTRAINT picture_name_check,
  ADD CONSTRAINT picture_name_check CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.(svg|png|jpg|jpeg|webp|avif)$');
