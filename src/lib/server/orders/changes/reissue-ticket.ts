import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { unguessable } from '#lib/server/platform/secrets/identifiers.ts'

/**
 * Issues the ticket of a line anew: its code admits nobody from then on, and the new one does. Its order has to be locked.
 * @returns false if it was used meanwhile
 */
export async function reissueTicket(client: Queryable, orderId: string, line: number): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'issue-anew',
    text: `WITH old AS (SELECT ticket_identifier, order_id, line, ticket_id, ticket_name FROM order_seat WHERE order_id = $1 AND line = $2),
             anew AS (UPDATE order_seat SET ticket_identifier = $3 WHERE order_id = $1 AND line = $2 AND used_at IS NULL RETURNING line)
           INSERT INTO replaced_ticket (ticket_identifier, order_id, line, ticket_id, ticket_name)
             SELECT old.* FROM old JOIN anew USING (line)`,
    values: [orderId, line, unguessable(20)],
  })
  return rowCount === 1
}
