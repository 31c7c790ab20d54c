import type { Queryable } from '#lib/server/db/connect.ts'
import { CANCELLED } from './message-cancelled.ts'
import { enqueueMessages, type Recipients } from './outbox-queue.ts'

/** One mail and one SMS about a cancellation of an order or of a part of it; in the transaction that writes the cancellation. */
export async function enqueueCancelled(client: Queryable, orderId: string, cancellationId: string): Promise<void> {
  const { rows } = await client.query<Recipients>({
    name: 'whom-to-tell',
    text: 'SELECT order_id AS "orderId", email, mobile_number AS "mobileNumber" FROM orders WHERE order_id = $1',
    values: [orderId],
  })
  if (rows[0]) await enqueueMessages(client, rows[0], `${CANCELLED}${cancellationId}`)
}
