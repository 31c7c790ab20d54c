import { database } from '#lib/server/platform/db/connect.ts'

/**
 * What must go wrong: nothing in the database keeps two orders of one call apart. It changes the database of the test file only, and answers how to put the
 * right thing back, for which there must be no such orders any more.
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
