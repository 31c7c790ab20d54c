-- What producers do: they find reservations, and sell seats of their allocations.

-- Allocations of which an account may sell seats as a producer; null: of all.
ALTER TABLE staff ADD COLUMN allocation_ids int[];

-- Reservations from the newest to the oldest, and those of a presentation.
CREATE INDEX orders_made ON orders (created_at DESC, order_id DESC) WHERE state IN ('unpaid', 'paid', 'refunding', 'refunded');
CREATE INDEX order_seat_of_presentation ON order_seat (presentation_id, order_id);
