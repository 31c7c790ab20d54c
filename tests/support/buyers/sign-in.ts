import { randomBytes, randomUUID } from 'node:crypto'
import { database } from '#lib/server/platform/db/connect.ts'
import { openSealed } from '#lib/server/outbox/outbox-sealed.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

export interface SentCode {
  readonly channel: 'sms' | 'mail'
  readonly recipient: string
  readonly code: string
  readonly subject: string
  readonly text: string
}

/**
 * The sent codes, oldest first. Sealed ones are opened here, so a test of a running app needs that app's SECRET in its own environment before the settings
 * are first read.
 */
export async function sentCodes(recipient?: string): Promise<readonly SentCode[]> {
  const { rows } = await database().query<{ channel: 'sms' | 'mail'; recipient: string; sealed: Buffer }>(
    `SELECT channel, recipient, sealed_body AS sealed FROM outbox WHERE kind = 'code' AND state <> 'withheld' AND recipient = coalesce($1, recipient)
     ORDER BY created_at, message_id`,
    [recipient ?? null],
  )
  return rows.map(({ sealed, ...row }) => {
    const { subject = '', text } = openSealed(sealed)
    return { ...row, subject, text, code: /\b\d{6}\b/.exec(text)?.[0] ?? '' }
  })
}

/** The newest code sent to a number or an address. */
export async function codeTo(recipient: string): Promise<string> {
  return (await sentCodes(recipient)).at(-1)?.code ?? ''
}

/** Six digits that are not the code. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/** Moves time forward by so many seconds for codes and wrong entries. */
export async function ageCodes(seconds: number): Promise<void> {
  await database().query(
    `WITH codes AS (UPDATE sign_in_code SET created_at = created_at - $1::int * interval '1 second', expires_at = expires_at - $1::int * interval '1 second')
     UPDATE sign_in_failure SET at = at - $1::int * interval '1 second'`,
    [seconds],
  )
  await database().query(`UPDATE outbox SET created_at = created_at - $1::int * interval '1 second'`, [seconds])
}

/** Opens all connections of the pools, so that concurrent calls do not queue while connections open. */
export async function openConnections(): Promise<void> {
  await Promise.all([database(), database('holds')].flatMap((pool) => Array.from({ length: 20 }, () => pool.query('SELECT pg_sleep(0.1)'))))
}

export async function forgetCodes(): Promise<void> {
  await database().query(
    `DELETE FROM sign_in_code; DELETE FROM sign_in_failure; DELETE FROM security_log; DELETE FROM outbox WHERE order_id IS NULL`,
  )
}

/** A visitor with a cookie, and a session. */
export async function newVisitor(): Promise<Visitor & { readonly sidHash: Buffer }> {
  const visitor = { uuid: randomUUID() as string, proof: 'cookie' as const, sidHash: randomBytes(32) }
  await database().query('INSERT INTO session (uuid, sid_hash) VALUES ($1, $2)', [visitor.uuid, visitor.sidHash])
  return visitor
}

interface OrderFacts {
  readonly mobileNumber?: string
  readonly email?: string
  readonly firstName?: string
  readonly state?: 'paid' | 'unpaid' | 'paying' | 'failed'
  readonly daysAgo?: number
}

/** Makes an order of a visitor without an account; it has no lines. @returns order_id */
export async function makeUnownedOrder(facts: OrderFacts): Promise<string> {
  const { mobileNumber = '', email = '', firstName = 'דנה', state = 'paid', daysAgo = 0 } = facts
  const orderId = randomUUID()
  await database().query(
    `INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
       global_service_charge, first_name, last_name, email, mobile_number, created_at, pay_until)
     VALUES ($1::uuid, $1::text, $1::text, gen_random_uuid(), $2, $1::text, '', 0, 0, 0, 0, $3, 'לוי', $4, $5, now() - $6::int * interval '1 day',
       CASE WHEN $2 = 'unpaid' THEN now() END)`,
    [orderId, state, firstName, email, mobileNumber, daysAgo],
  )
  return orderId
}

/** The owners of these orders. */
export async function ownersOf(orderIds: readonly string[]): Promise<readonly (number | null)[]> {
  const { rows } = await database().query<{ owner: number | null }>(
    'SELECT customer_id AS owner FROM unnest($1::uuid[]) WITH ORDINALITY AS o (order_id, place) JOIN orders USING (order_id) ORDER BY place',
    [orderIds],
  )
  return rows.map(({ owner }) => owner)
}
