import type { Queryable } from '#lib/server/db/connect.ts'
import { CANCELLED } from './message-cancelled.ts'
import { tellWhoOrdered } from './outbox-queue.ts'

/** One mail and one SMS about a cancellation of an order or of a part of it; in the transaction that writes the cancellation. */
export async function enqueueCancelled(client: Queryable, orderId: string, cancellationId: string): Promise<void> {
  await tellWhoOrdered(client, orderId, `${CANCELLED}${cancellationId}`)
}
