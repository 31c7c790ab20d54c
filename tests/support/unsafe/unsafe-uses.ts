import { database } from '#lib/server/platform/db/connect.ts'

/** Counts the uses that are left and takes one a moment later, without a lock on the entitlement. */
const READ_THEN_WRITE = `
BEGIN
  IF EXISTS (SELECT FROM unnest(ids, quantities) AS w (id, quantity) JOIN entitlement e ON e.entitlement_id = w.id
      WHERE e.uses IS NOT NULL AND taken_uses(w.id, visitor) + w.quantity > e.uses) THEN
    RETURN ids[1];
  END IF;
  PERFORM pg_sleep(0.002 + random() * 0.03);
  INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity, order_id)
    SELECT w.id, visitor, w.show, sum(w.quantity), for_order FROM unnest(ids, shows, quantities) AS w (id, show, quantity) GROUP BY w.id, w.show;
  RETURN NULL;
END`

/** Breaks `reserve_uses` in the database of the test file. @returns how to undo it */
export async function reserveByReadingFirst(): Promise<() => Promise<void>> {
  const { rows } = await database().query<{ args: string; right: string }>(
    `SELECT pg_get_function_arguments(oid) AS args, pg_get_functiondef(oid) AS right FROM pg_proc WHERE proname = 'reserve_uses'`,
  )
  const [reserveUses] = rows
  if (!reserveUses || rows.length > 1) throw new Error(`There are ${String(rows.length)} functions reserve_uses.`)
  await database().query(
    `CREATE OR REPLACE FUNCTION reserve_uses(${reserveUses.args}) RETURNS int LANGUAGE plpgsql AS $unsafe$${READ_THEN_WRITE}$unsafe$`,
  )
  return async () => {
    await database().query(reserveUses.right)
  }
}
