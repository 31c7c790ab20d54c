-- A window that was opened stays as it is, and a place is one of those that were bought.
CREATE OR REPLACE FUNCTION keep_first_play() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.first_played_at IS NOT NULL AND (NEW.first_played_at, NEW.ends_at) IS DISTINCT FROM (OLD.first_played_at, OLD.ends_at) THEN
    RAISE EXCEPTION 'a film is first played once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER film_ticket_first_play BEFORE UPDATE OF first_played_at, ends_at ON film_ticket FOR EACH ROW EXECUTE FUNCTION keep_first_play();

-- A stream that is put off admits whoever bought it for as many days from its new start on; one that begins earlier takes none of the days that were bought. It is done
-- as the import commits: tickets paid meanwhile are found, none is held for longer, and who is paying by the old start (`openFilmTicket`) is waited for.
CREATE OR REPLACE FUNCTION put_off_first_play() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('start of film ' || NEW.film_id, 0));
  UPDATE film_ticket t SET play_until = f.starts_at + t.days * interval '1 day' FROM film f
  WHERE t.film_id = NEW.film_id AND f.film_id = t.film_id AND t.first_played_at IS NULL AND t.play_until < f.starts_at + t.days * interval '1 day';
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS film_start_moved ON film;
CREATE CONSTRAINT TRIGGER film_start_moved AFTER UPDATE OF starts_at ON film DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.starts_at IS DISTINCT FROM NEW.starts_at) EXECUTE FUNCTION put_off_first_play();

CREATE OR REPLACE FUNCTION refuse_place_beyond() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.place NOT BETWEEN 1 AND (SELECT devices FROM film_ticket WHERE order_id = NEW.order_id) THEN
    RAISE EXCEPTION 'a film has no more devices' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER film_device_within BEFORE INSERT OR UPDATE OF place ON film_device FOR EACH ROW EXECUTE FUNCTION refuse_place_beyond();
