-- Orders have a number that can be said on the telephone, beside their unguessable identifier: 8 signs without 0, O, 1, I and L. It finds nothing without a
-- second fact. Whoever writes an order at the moment at which another gets the same number tries again.
CREATE FUNCTION new_order_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(random.bytes, place) % 31, 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) AS random, unnest(ARRAY[0, 1, 2, 3, 4, 5, 10, 11]) AS place
$$;
ALTER TABLE orders ADD COLUMN order_number text;
UPDATE orders SET order_number = new_order_number();
DO $$
BEGIN
  LOOP
    UPDATE orders o SET order_number = new_order_number()
    WHERE EXISTS (SELECT FROM orders other WHERE other.order_number = o.order_number AND other.order_id < o.order_id);
    EXIT WHEN NOT FOUND;
  END LOOP;
END $$;
ALTER TABLE orders
  ALTER COLUMN order_number SET DEFAULT new_order_number(),
  ALTER COLUMN order_number SET NOT NULL,
  ADD CONSTRAINT orders_order_number_key UNIQUE (order_number),
  ADD CONSTRAINT order_number_shape CHECK (order_number ~ '^[2-9A-HJKMNP-Z]{8}$');
