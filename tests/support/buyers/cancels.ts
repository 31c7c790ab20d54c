import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { cancel, type Cancelled, type CancelRequest } from '#lib/server/orders/cancel/cancellation.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import type { Result } from '#lib/domain/result.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { addOtherDays, buy, FEE, ONE, seatOn, type Bought } from './changes.ts'
import { makeCustomer, signInAs } from './customers.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, emptyHouse } from './house.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'

/** A browser whose customer is signed in. */
export interface SignedIn {
  readonly visitor: Visitor
  /** The value of the browser's cookie. */
  readonly sid: string
  readonly customerId: number
}

/** Two seats and the fee of their order, as `boughtBy` buys them. */
export const ALL = 2 * ONE + FEE

/** The test house with policies, where customers may cancel. Empties it and signs somebody in before each test, and checks it afterwards. */
export function openCancelHouse(): { noa: SignedIn } {
  process.env.CUSTOMER_CANCELLATION = 'on'
  const house = { noa: undefined as unknown as SignedIn }
  beforeAll(async () => {
    await freshDatabase()
    await buildHouse()
    await addOtherDays()
    await addPolicies()
  })
  beforeEach(async () => {
    await emptyHouse()
    house.noa = await signedIn()
  })
  afterEach(async () => {
    replaceProvider(undefined)
    await checkInvariants()
  })
  return house
}

/** The policies of the test house: 1 charges nothing, 2 charges 5 % up to ₪100, 3 ₪20 per cancellation, 4 ₪15 per ticket. */
export async function addPolicies(): Promise<void> {
  await database().query(`
    INSERT INTO cancellation_policy (cancellation_policy_id, name, charge_kind, charge_amount, charge_percent, charge_limit) VALUES
      (1, 'בלי דמי ביטול', 'none', 0, 0, NULL), (2, 'חמישה אחוזים', 'percent', 0, 5, 10000), (3, 'קבוע', 'fixed', 2000, 0, NULL), (4, 'לכרטיס', 'perTicket', 1500, 0, NULL);
    UPDATE presentation SET cancellation_policy_id = 1`)
  await newCatalogue()
}

export async function newCatalogue(): Promise<void> {
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
}

/** Changes presentations while a piece of work runs. */
export async function during<T>(set: string, unset: string, work: () => Promise<T>): Promise<T> {
  await database().query(`UPDATE presentation SET ${set}`)
  await newCatalogue()
  try {
    return await work()
  } finally {
    await database().query(`UPDATE presentation SET ${unset}`)
    await newCatalogue()
  }
}

export async function signedIn(customer?: number): Promise<SignedIn> {
  const uuid = randomUUID()
  const sid = randomBytes(32).toString('base64url')
  const sidHash = createHash('sha256').update(sid).digest()
  const customerId = customer ?? (await makeCustomer())
  await database().query('INSERT INTO session (uuid, sid_hash, ssn_encrypted) VALUES ($1, $2, $3)', [
    uuid,
    sidHash,
    encryptText('123456782'),
  ])
  await signInAs(uuid, customerId)
  return { visitor: { uuid, proof: 'cookie', sidHash }, sid, customerId }
}

/** Buys as the signed-in customer, who then owns the order. */
export async function boughtBy(
  { visitor }: SignedIn,
  seats: readonly SeatAddress[] = [seatOn(1, 1), seatOn(1, 2)],
  due = seats.length * ONE + FEE,
  more: Partial<OrderCart> = {},
): Promise<Bought> {
  const made = await buy(visitor.uuid, seats, due, more)
  if (!made.ok) throw new Error(`Not bought: ${made.refusal.code}`)
  return { uuid: visitor.uuid, resId: made.value.reservationIdentifier, tickets: made.value.ticketIdentifiers }
}

export function cancelOf(visitor: Visitor, resId: string, wanted: Partial<CancelRequest> = {}): Promise<Result<Cancelled>> {
  return cancel(visitor, resId, { items: undefined, asCredit: false, expectedRefund: undefined, caller: null, ...wanted })
}

/** Cancels and returns the refusal's code; undefined if it succeeded. */
export async function cancelCode(...asked: Parameters<typeof cancelOf>): Promise<string | undefined> {
  const result = await cancelOf(...asked)
  return result.ok ? undefined : result.refusal.code
}

/** The sandbox's refunds, in order. */
export async function givenBack(): Promise<number[]> {
  const { rows } = await database().query<{ amount: number }>('SELECT amount FROM sandbox_refund ORDER BY at, amount')
  return rows.map(({ amount }) => amount)
}

export async function stateOf(resId: string): Promise<string | undefined> {
  const { rows } = await database().query<{ state: string }>('SELECT state FROM orders WHERE reservation_identifier = $1', [resId])
  return rows[0]?.state
}

/** Cancels and expects success. */
export async function cancelled(...asked: Parameters<typeof cancelOf>): Promise<Cancelled> {
  const result = await cancelOf(...asked)
  if (!result.ok) throw new Error(result.refusal.code)
  return result.value
}
