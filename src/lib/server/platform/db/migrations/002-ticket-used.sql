-- When an issued ticket was let in at the door; a ticket is good for one entry.
ALTER TABLE order_seat ADD COLUMN used_at timestamptz;
