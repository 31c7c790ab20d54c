import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** Waits until nobody else changes the factors of an account, which stays so until the transaction ends. @returns whether it is open */
export async function lockAccount(client: Queryable, staffId: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'lock-staff-account',
    text: 'SELECT FROM staff m WHERE staff_id = $1 AND m.disabled_at IS NULL FOR NO KEY UPDATE',
    values: [staffId],
  })
  return rowCount === 1
}
