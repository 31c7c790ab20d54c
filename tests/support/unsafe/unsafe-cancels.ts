import { database } from '#lib/server/platform/db/connect.ts'
import { readWithoutLocks } from './without-locks.ts'

/** The statements that make one cancellation wait for another. */
const LOCKS = new Set(['lock-order-to-cancel', 'lock-claims-of-orders'])

/** Breaks the program: no cancellation waits for another. @returns how to undo it */
export function cancelWithoutLocks(): () => void {
  return readWithoutLocks(LOCKS)
}

/** Removes the table constraints as well, in this test file's database and for good. */
export async function dropCancelConstraints(): Promise<void> {
  await database().query(`
    DROP TRIGGER order_seat_cancelled_once ON order_seat; DROP TRIGGER order_product_cancelled_once ON order_product;
    DROP INDEX cancellation_whole; DROP TRIGGER refund_within_payment ON refund; DROP TRIGGER refund_within_cancellation ON refund;
    DROP TRIGGER orders_steps ON orders`)
}
