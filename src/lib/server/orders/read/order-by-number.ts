import { readOrderNumber } from '#lib/domain/orders/order-number.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/**
 * The reservation identifier of a visitor's own order by the number that people say. A number finds nothing by itself: of another's order and of none the
 * answer is the same, after the same question. @param text as it was typed
 */
export async function ownOrderNumbered(text: string, uuid: string): Promise<string | undefined> {
  const { rows } = await database().query<{ id: string }>({
    name: 'own-order-numbered',
    text: 'SELECT reservation_identifier AS id FROM orders o WHERE order_number = $1 AND is_order_of(o, $2)',
    values: [readOrderNumber(text) ?? '', uuid],
  })
  return rows[0]?.id
}
