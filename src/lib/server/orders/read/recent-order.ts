import { database } from '#lib/server/platform/db/connect.ts'

export interface RecentOrder {
  readonly reservationIdentifier: string
  readonly state: 'unpaid' | 'paying' | 'paid' | 'failed' | 'refunding' | 'refunded'
}

/** The visitor's newest order of the last half hour: whoever comes back to the payment page after it belongs on its own page. */
export async function recentOrderOf(uuid: string): Promise<RecentOrder | undefined> {
  const { rows } = await database().query<RecentOrder>({
    name: 'recent-order',
    text: `SELECT reservation_identifier AS "reservationIdentifier", state FROM orders o
           WHERE holder = $1 AND is_order_of(o, $1) AND created_at > now() - interval '30 minutes' ORDER BY created_at DESC LIMIT 1`,
    values: [uuid],
  })
  return rows[0]
}
