-- Tickets of streams that were put off before films.sql carried their days over: they admit for as many days from the new start on.
UPDATE film_ticket t SET play_until = f.starts_at + t.days * interval '1 day' FROM film f
WHERE f.film_id = t.film_id AND t.first_played_at IS NULL AND t.play_until < f.starts_at + t.days * interval '1 day';
