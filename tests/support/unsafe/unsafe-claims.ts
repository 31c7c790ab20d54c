import { database } from '#lib/server/platform/db/connect.ts'

/**
 * Breaks the database: claims read before they write, the gate of general admission is open, orders are slow. A race that passes
 * with these proves nothing. All affect the database of the test file only and return how to undo them.
 */
type Undo = () => Promise<void>

/**
 * Checks whether the seat is free and takes it a moment later. Without the pause, statements of a few hundred
 * microseconds seldom meet. The limit, the wait and the network's share are left out, because the race is not about them.
 */
const readThenWrite = (pause: number) => `
BEGIN
  IF EXISTS (SELECT FROM seat_claim c WHERE c.presentation_id = show AND c.seat_id = seat AND (c.state <> 'H' OR c.expires_at > now())) THEN
    refusal := 'taken';
    RETURN;
  END IF;
  PERFORM pg_sleep(${String(pause)});
  INSERT INTO seat_claim (presentation_id, seat_id, state, holder, claimed_at, expires_at)
  VALUES (show, seat, 'H', visitor, now(), now() + seconds * interval '1 second')
  ON CONFLICT (presentation_id, seat_id) DO UPDATE SET holder = excluded.holder, claimed_at = excluded.claimed_at, expires_at = excluded.expires_at;
  INSERT INTO audit (action, subject, uuid) VALUES ('lock', show || ':' || seat, visitor);
  claimed := seat;
END`

/** Replaces `claim_seat`, whatever its current arguments are. @param pause between reading and writing, in seconds */
export async function claimByReadingFirst(pause = 0.002): Promise<Undo> {
  const { rows } = await database().query<{ args: string; right: string }>(
    `SELECT pg_get_function_arguments(oid) AS args, pg_get_functiondef(oid) AS right FROM pg_proc WHERE proname = 'claim_seat'`,
  )
  const [claimSeat] = rows
  if (!claimSeat || rows.length > 1) throw new Error(`There are ${String(rows.length)} functions claim_seat.`)
  await database().query(
    `CREATE OR REPLACE FUNCTION claim_seat(${claimSeat.args}) LANGUAGE plpgsql AS $unsafe$${readThenWrite(pause)}$unsafe$`,
  )
  return async () => {
    await database().query(claimSeat.right)
  }
}

/** Opens the gate of a section: visitors do not wait for each other, because its row is never written. */
export async function openGate(): Promise<Undo> {
  await database().query(`
    CREATE FUNCTION pass_by() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER pass_by BEFORE INSERT ON section_gate FOR EACH ROW EXECUTE FUNCTION pass_by()`)
  return async () => {
    await database().query('DROP FUNCTION pass_by() CASCADE')
  }
}

/** Slows orders down by more than a busy machine is late: a reader meanwhile, with the end of a hold in between, still sees the state before. */
export async function writeOrdersSlowly(): Promise<Undo> {
  await database().query(`
    CREATE FUNCTION take_a_while() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END';
    CREATE TRIGGER take_a_while AFTER UPDATE ON seat_claim FOR EACH ROW WHEN (NEW.state = 'P') EXECUTE FUNCTION take_a_while()`)
  return async () => {
    await database().query('DROP FUNCTION take_a_while() CASCADE')
  }
}
