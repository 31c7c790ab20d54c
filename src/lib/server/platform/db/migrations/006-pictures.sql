-- Pictures of venues: what one sees from a section, and the hall that an image map lies on (spec §3). They come with the catalogue and are found by name.
CREATE TABLE picture (
  name text PRIMARY KEY CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,99}\.(svg|png|jpg|jpeg|webp)$'),
  media_type text NOT NULL CHECK (media_type IN ('image/svg+xml', 'image/png', 'image/jpeg', 'image/webp')),
  bytes bytea NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 1048576),
  width int NOT NULL CHECK (width > 0),
  height int NOT NULL CHECK (height > 0),
  etag text NOT NULL -- a hash of type and bytes
);
