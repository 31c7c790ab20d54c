import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { commitOrder } from '#lib/contract/order/orders.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { orderNews } from '#lib/server/orders/holds/order-news.ts'
import { isUuid } from '#lib/server/platform/secrets/identifiers.ts'

export type Committed = AnswerOf<typeof commitOrder>

/** How long a repeated commit waits for the first one to be settled, in ms. */
const WAIT_FOR_FIRST = 20_000
/** How often it looks while it hears nothing, in ms: ever more seldom, for only another process can settle unheard. */
const LOOK_FIRST = 100
const LOOK_AT_MOST = 2_000

/** By what a repeated call is known. */
export interface OrderKey {
  readonly uuid: string
  readonly idempotencyKey: string
  readonly bodyHash: Buffer
}

interface OrderRow {
  readonly order_id: string
  readonly state: string
  readonly body_hash: Buffer
  readonly made_from_form: boolean
  readonly failure_code: RefusalCode | null
}

/** What is known when a call comes: the answer of the order with its key, if there is one, and what time it is by the database's clock, in ms since 1970. */
export interface Earlier {
  readonly answer: Result<Committed> | undefined
  readonly now: number
}

export async function answerOfEarlier(key: OrderKey): Promise<Result<Committed> | undefined> {
  return (await findEarlier(key)).answer
}

/**
 * The answer of an order with this key, once it is settled; undefined where there is none. An order that was made of a paid form answers whatever is sent
 * along with the form's identifier: it is what the buyer has paid for.
 */
export async function findEarlier(key: OrderKey): Promise<Earlier> {
  const until = Date.now() + WAIT_FOR_FIRST
  for (let pause = LOOK_FIRST; ; pause = Math.min(pause * 2, LOOK_AT_MOST)) {
    const { now, order } = await orderOfKey(key)
    if (!order) return { now, answer: undefined }
    if (order.state !== 'paying' || isOther(order, key) || Date.now() > until) return { now, answer: await answerFor(order, key) }
    await orderNews(order.order_id, pause)
  }
}

/** Whether the same key was used for another cart. */
function isOther({ made_from_form: isMadeFromForm, body_hash: bodyHash }: OrderRow, key: OrderKey): boolean {
  return !isMadeFromForm && !bodyHash.equals(key.bodyHash)
}

function answerFor(order: OrderRow, key: OrderKey): Promise<Result<Committed>> | Result<Committed> {
  if (isOther(order, key)) return refuse('ORDER_CONFLICT')
  if (order.state === 'failed') return refusePayment(order.failure_code ?? 'PAYMENT_ERROR', order.order_id)
  return order.state === 'paying' ? refusePayment('PAYMENT_PENDING', order.order_id) : answerOf(order.order_id)
}

/** An order of this visitor and key. */
const OF_KEY = `SELECT order_id, state, body_hash, made_from_form, failure_code FROM orders WHERE holder = $1 AND idempotency_key = $2`
/** A key may also be our own name of a form, where the provider's return address had to be known before the payment had a name. */
const OF_KEY_OR_FORM = `${OF_KEY}
  UNION ALL
  SELECT o.order_id, o.state, o.body_hash, o.made_from_form, o.failure_code FROM payment p JOIN orders o USING (order_id)
  WHERE p.form_id = $3::uuid AND o.holder = $1 AND o.made_from_form LIMIT 1`

/** Forms are looked for only if the key can be one: a statement that may do either is planned anew at each call. */
async function orderOfKey({ uuid, idempotencyKey }: OrderKey): Promise<{ readonly now: number; readonly order: OrderRow | undefined }> {
  const [name, known, values] = isUuid(idempotencyKey)
    ? (['order-by-key-or-form', OF_KEY_OR_FORM, [uuid, idempotencyKey, idempotencyKey]] as const)
    : (['order-by-key', OF_KEY, [uuid, idempotencyKey]] as const)
  const { rows } = await database().query<{ readonly now: Date } & { readonly [Column in keyof OrderRow]: OrderRow[Column] | null }>({
    name,
    text: `SELECT clock.now, known.* FROM (SELECT now() AS now) AS clock LEFT JOIN LATERAL (${known}) AS known ON true`,
    values: [...values],
  })
  const { now = new Date(), ...order } = rows[0] ?? {}
  return { now: now.getTime(), order: isFound(order) ? order : undefined }
}

function isFound(order: { readonly order_id?: string | null }): order is OrderRow {
  return typeof order.order_id === 'string'
}

/** A buyer whose payment is being checked is told where the answer will be; one who paid twice, where the tickets are. */
export async function refusePayment(code: RefusalCode, orderId: string): Promise<Result<Committed>> {
  if (code !== 'PAYMENT_PENDING' && code !== 'PAID_TWICE') return refuse(code)
  const { rows } = await database().query<{ reservation_identifier: string }>({
    name: 'order-to-look-at',
    text: `SELECT reservation_identifier FROM orders
           WHERE order_id = coalesce((SELECT cause FROM refund WHERE order_id = $1 AND reason = 'double' LIMIT 1), $1)`,
    values: [orderId],
  })
  return refuse(code, { reservationIdentifier: rows[0]?.reservation_identifier ?? '' })
}

export async function answerOf(orderId: string): Promise<Result<Committed>> {
  const { rows } = await database().query<{ reservation_identifier: string; tickets: string[] }>({
    name: 'order-answer',
    text: `SELECT reservation_identifier,
             array(SELECT ticket_identifier FROM order_seat s WHERE s.order_id = o.order_id AND ticket_identifier IS NOT NULL ORDER BY line)
               || array(SELECT identifier FROM order_item i WHERE i.order_id = o.order_id AND identifier IS NOT NULL ORDER BY kind, line) AS tickets
           FROM orders o WHERE order_id = $1`,
    values: [orderId],
  })
  const order = rows[0]
  if (!order) throw new Error('An order that was just written is gone.')
  return accept({ reservationIdentifier: order.reservation_identifier, ticketIdentifiers: order.tickets })
}
