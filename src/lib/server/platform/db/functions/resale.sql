-- Whether a ticket is offered for resale now.
CREATE OR REPLACE FUNCTION is_on_resale(s order_seat) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(s.membership_line, s.evening_line) IS NOT NULL AND EXISTS (SELECT FROM resale r WHERE r.order_id = s.order_id AND r.line = s.line AND r.state = 'offered')
$$;

-- Whether a ticket was sold on to somebody else.
CREATE OR REPLACE FUNCTION is_sold_on(s order_seat) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(s.membership_line, s.evening_line) IS NOT NULL AND EXISTS (SELECT FROM resale r WHERE r.order_id = s.order_id AND r.line = s.line AND r.state = 'sold')
$$;

-- A ticket that is offered holds until it is sold: who comes with it takes the seat back, unless somebody else has it just now; as of when it was bought, so that
-- it is no sale of what staff keep. Whoever settles a sale locks the claim before the offer, so that the claim is not waited for in here.
CREATE OR REPLACE FUNCTION use_offered_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  offer record;
BEGIN
  SELECT * INTO offer FROM resale r WHERE r.order_id = NEW.order_id AND r.line = NEW.line AND r.state IN ('offered', 'sold') FOR UPDATE;
  IF NOT FOUND THEN RETURN NEW; END IF;
  IF offer.state = 'offered' THEN
    DELETE FROM seat_claim c USING (SELECT k.presentation_id, k.seat_id FROM seat_claim k WHERE k.presentation_id = NEW.presentation_id AND k.seat_id = NEW.seat_id
      AND k.state = 'H' AND k.expires_at <= now() FOR UPDATE SKIP LOCKED) AS ended WHERE c.presentation_id = ended.presentation_id AND c.seat_id = ended.seat_id;
    IF NOT EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = NEW.presentation_id AND c.seat_id = NEW.seat_id) THEN
      INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, order_id)
        SELECT NEW.presentation_id, NEW.seat_id, 'S', o.holder, coalesce(o.sold_at, o.created_at), o.order_id FROM orders o WHERE o.order_id = NEW.order_id ON CONFLICT DO NOTHING;
      IF FOUND THEN
        UPDATE resale SET state = 'taken_back', closed_at = now() WHERE resale_id = offer.resale_id;
        RETURN NEW;
      END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'the seat of this ticket is sold to somebody else' USING ERRCODE = 'check_violation', CONSTRAINT = 'sold_on_is_void';
END $$;
CREATE OR REPLACE TRIGGER offered_ticket_used BEFORE UPDATE OF used_at ON order_seat FOR EACH ROW
  WHEN (OLD.used_at IS NULL AND NEW.used_at IS NOT NULL AND coalesce(NEW.membership_line, NEW.evening_line) IS NOT NULL) EXECUTE FUNCTION use_offered_ticket();

-- What is offered or sold on is exchanged for nothing.
CREATE OR REPLACE FUNCTION refuse_exchange_of_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_on_resale(NEW) OR is_sold_on(NEW) THEN
    RAISE EXCEPTION 'a ticket that is given back for resale is not exchanged' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER offered_ticket_exchanged BEFORE UPDATE OF released_by ON order_seat FOR EACH ROW
  WHEN (OLD.released_by IS NULL AND NEW.released_by IS NOT NULL AND coalesce(NEW.membership_line, NEW.evening_line) IS NOT NULL) EXECUTE FUNCTION refuse_exchange_of_offered();

-- Nor is it sent to a friend.
CREATE OR REPLACE FUNCTION refuse_sending_of_offered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM resale r WHERE r.order_id = NEW.order_id AND r.line = NEW.line AND r.state IN ('offered', 'sold')) THEN
    RAISE EXCEPTION 'a ticket that is given back for resale is not sent' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER offered_ticket_sent BEFORE INSERT ON sent_ticket FOR EACH ROW EXECUTE FUNCTION refuse_sending_of_offered();
