import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { findSite, useReferences } from '#lib/server/entitlements/mini-site/mini-sites.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { releaseUnpaid } from '#lib/server/orders/holds/unpaid-hold.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { addPolicies, cancelled, signedIn, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { signInMember } from '#tests/support/buyers/customers.ts'
import { buildHouse, cartOf, emptyHouse, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { addMiniSites, FOR_WORKERS, WORKER, WORKER_FEE, WORKER_PRICE } from '#tests/support/sold/mini-sites.ts'

beforeAll(async () => {
  process.env.CUSTOMER_CANCELLATION = 'on'
  await freshDatabase()
  await buildHouse()
  await addMiniSites()
  await addPolicies()
})
beforeEach(emptyHouse)
afterEach(checkInvariants)

/** Somebody who has shown the worker's references, of which two tickets can be had. */
async function worker(): Promise<SignedIn> {
  const person = await signedIn()
  await showReferences(person.visitor.uuid)
  return person
}

async function showReferences(uuid: string): Promise<void> {
  const shown = await useReferences('workers', { uuid, caller: null, network: null }, { ...WORKER, needsBalance: false })
  expect(shown.ok).toBe(true)
}

/** What is left of the references for a visitor, by default for one who has just come. */
async function leftFor(uuid?: string): Promise<number | null | undefined> {
  const found = await findSite('workers', uuid ?? (await worker()).visitor.uuid)
  return found.ok ? found.value.tickets[0]?.balance : undefined
}

const places = (count: number) => Array.from({ length: count }, (_, at) => seatAt(at + 1, 1))

async function lockFor(uuid: string, count: number): Promise<void> {
  for (const seat of places(count)) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
}

const linesOf = (count: number) => places(count).map((seat) => lineOf(seat, FOR_WORKERS))

/** Pays for so many held seats in the first row by the worker's tickets. */
async function pay(uuid: string, count: number, behaviour = 'accepted') {
  const paymentIdentifier = await prepareCard(uuid, count * WORKER_PRICE + WORKER_FEE, behaviour)
  return commit(uuid, { cart: { ...cartOf([], paymentIdentifier), seats: linesOf(count) } }, 'he')
}

async function bought(uuid: string, count: number) {
  await lockFor(uuid, count)
  const made = await pay(uuid, count)
  if (!made.ok) throw new Error(`Not bought: ${made.refusal.code}`)
  return made.value
}

const endHolds = () => database().query(`UPDATE seat_claim SET expires_at = now() - interval '1 second' WHERE state = 'H'`)

describe('the balance of a reference in a mini-site', () => {
  test('is taken by an order and given back when the order is cancelled, whole or in part', async () => {
    const { visitor } = await worker()
    const { reservationIdentifier, ticketIdentifiers } = await bought(visitor.uuid, 2)
    expect(await leftFor()).toBe(0)
    const other = await worker()
    await lockAt(other.visitor.uuid)
    expect(await payAt(other.visitor.uuid)).toBe('TICKET_BALANCE_INSUFFICIENT')
    await cancelled(visitor, reservationIdentifier, { items: ticketIdentifiers.slice(0, 1) })
    expect(await leftFor()).toBe(1)
    await cancelled(visitor, reservationIdentifier)
    expect(await leftFor()).toBe(2)
    expect(await payAt(other.visitor.uuid)).toBe('done')
    expect(await leftFor()).toBe(1)
  })

  /** A seat of the second row. */
  const ELSEWHERE = seatAt(4, 2)

  async function lockAt(uuid: string): Promise<void> {
    expect((await lock(ELSEWHERE, fromHere(uuid))).ok).toBe(true)
  }

  async function payAt(uuid: string): Promise<string> {
    const cart = { ...cartOf([], await prepareCard(uuid, WORKER_PRICE + WORKER_FEE)), seats: [lineOf(ELSEWHERE, FOR_WORKERS)] }
    const made = await commit(uuid, { cart }, 'he')
    return made.ok ? 'done' : made.refusal.code
  }

  test('is kept for a cart as long as its seats are held, and no longer', async () => {
    const { visitor } = await worker()
    await lockFor(visitor.uuid, 2)
    const cart = { presentations: [{ id: 1, seats: linesOf(2) }], miniSiteUrl: 'workers' }
    expect((await storeCartOf(visitor.uuid, cart)).ok).toBe(true)
    expect([await leftFor(), await leftFor(visitor.uuid)]).toEqual([0, 2])
    await endHolds()
    expect(await leftFor()).toBe(2)
  })

  test('is given back when the payment is refused: to the cart while its seats are held, then to everybody', async () => {
    const { visitor } = await worker()
    await lockFor(visitor.uuid, 2)
    expect(await pay(visitor.uuid, 2, 'declined')).toMatchObject({ ok: false, refusal: { code: 'CARD_DECLINED' } })
    expect([await leftFor(), await leftFor(visitor.uuid)]).toEqual([0, 2])
    await endHolds()
    expect(await leftFor()).toBe(2)
    expect((await bought((await worker()).visitor.uuid, 1)).ticketIdentifiers).toHaveLength(1)
    expect(await leftFor()).toBe(1)
  })

  test('is given back when seats that are held without paying are not paid in time', async () => {
    const { visitor } = await worker()
    await signInMember(visitor.uuid)
    await lockFor(visitor.uuid, 2)
    const made = await commit(visitor.uuid, { cart: { ...cartOf([]), seats: linesOf(2), isHold: true } }, 'he')
    expect(made.ok).toBe(true)
    expect([await leftFor(), await leftFor(visitor.uuid)]).toEqual([0, 0])
    await database().query(`UPDATE orders SET pay_until = now() - interval '1 minute' WHERE state = 'unpaid'`)
    await releaseUnpaid(10)
    expect(await leftFor()).toBe(2)
  })
})
