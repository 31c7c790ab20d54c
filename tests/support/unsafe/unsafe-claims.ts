import { database } from '#lib/server/platform/db/connect.ts'

/**
 * What must go wrong: the database claims by reading first and writing then, the gate of general admission stands open, orders are slow. A race that does not
 * fail with these proves nothing. All change the database of the test file only, and answer how to put the right thing back.
 */
type Undo = () => Promise<void>

/**
 * Looks whether the seat is free, and takes it a moment later: without the moment, which a busy machine gives by itself, statements of a few hundred
 * microseconds seldom meet. The limit, the wait and the share of a network are left out: they are not what is raced for.
 */
const READ_THEN_WRITE = `
BEGIN
  IF EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = show AND c.seat_id = seat AND (c.state <> 'H' OR c.expires_at > now())) THEN
    refusal := 'taken';
    RETURN;
  END IF;
  PERFORM pg_sleep(0.002);
  INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
  VALUES (show, seat, 'H', visitor, now(), now() + seconds * interval '1 second')
  ON CONFLICT (presentation_id, seat_id) DO UPDATE SET holder = excluded.holder, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at;
  INSERT INTO audit (action, subject, uuid) VALUES ('lock', show || ':' || seat, visitor);
  claimed := seat;
END`

/** Replaces `claim_seat`, whatever its arguments are by now. */
export async function claimByReadingFirst(): Promise<Undo> {
  const { rows } = await database().query<{ args: string; right: string }>(
    `SELECT pg_get_function_arguments(oid) AS args, pg_get_functiondef(oid) AS right FROM pg_proc WHERE proname = 'claim_seat'`,
  )
  const [claimSeat] = rows
  if (!claimSeat || rows.length > 1) throw new Error(`There are ${String(rows.length)} functions claim_seat.`)
  await database().query(`CREATE OR REPLACE FUNCTION claim_seat(${claimSeat.args}) LANGUAGE plpgsql AS $unsafe$${READ_THEN_WRITE}$unsafe$`)
  return async () => {
    await database().query(claimSeat.right)
  }
}

/** Visitors pass the gate of a section without waiting for each other: its row is never written. */
export async function openGate(): Promise<Undo> {
  await database().query(`
    CREATE FUNCTION pass_by() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER pass_by BEFORE INSERT ON section_gate FOR EACH ROW EXECUTE FUNCTION pass_by()`)
  return async () => {
    await database().query('DROP FUNCTION pass_by() CASCADE')
  }
}

/** And an order takes a while to be written down: who asks meanwhile, with the end of a hold in between, still reads what stood there before. */
export async function writeOrdersSlowly(): Promise<Undo> {
  await database().query(`
    CREATE FUNCTION take_a_while() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.05); RETURN NULL; END';
    CREATE TRIGGER take_a_while AFTER UPDATE ON seat_claim FOR EACH ROW WHEN (NEW.state = 'P') EXECUTE FUNCTION take_a_while()`)
  return async () => {
    await database().query('DROP FUNCTION take_a_while() CASCADE')
  }
}
