-- The cart that an ID number was given for: until its order is made, whoever gives one need not type it again.
ALTER TABLE session ADD COLUMN ssn_cart_id uuid;
