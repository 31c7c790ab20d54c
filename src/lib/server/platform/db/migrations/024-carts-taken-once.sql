-- The cart of a visitor has an identity until it is ordered; then the next one begins. What was held beforehand, as seats, cannot be ordered twice; of anything
-- else two tabs could pay the same cart, so its order takes the cart.
ALTER TABLE session ADD COLUMN cart_id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE payment_form ADD COLUMN cart_id uuid;  -- the cart that it was opened for; null if its order takes none
ALTER TABLE orders ADD COLUMN cart_id uuid;        -- the cart that it took; null if something of it was held
CREATE UNIQUE INDEX orders_of_cart ON orders (cart_id) WHERE state <> 'failed';
