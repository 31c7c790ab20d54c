import { database } from '#lib/server/platform/db/connect.ts'

/**
 * Breaks the database: nothing keeps two orders of one call apart. Affects the database of the test file only and returns how to
 * undo it, once there are no such orders.
 */
export async function forgetOrderKeys(): Promise<() => Promise<void>> {
  await database().query(`
    ALTER TABLE orders DROP CONSTRAINT orders_holder_idempotency_key_key;
    DROP INDEX payment_once`)
  return async () => {
    await database().query(`
      ALTER TABLE orders ADD CONSTRAINT orders_holder_idempotency_key_key UNIQUE (holder, idempotency_key);
      CREATE UNIQUE INDEX payment_once ON payment (provider, payment_identifier) WHERE state <> 'declined'`)
  }
}
