import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { tellWhoOrdered } from '#lib/server/outbox/outbox-queue.ts'

/** The kind of the messages about one cancellation; its id follows. */
export const CANCELLED = 'cancelled:'

/** One mail and one SMS about a cancellation of an order or of a part of it; in the transaction that writes the cancellation. */
export async function tellCancelled(client: Queryable, orderId: string, cancellationId: string): Promise<void> {
  await tellWhoOrdered(client, orderId, `${CANCELLED}${cancellationId}`)
}
