import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { APIRoute } from 'astro'
import { createContext } from 'astro/middleware'
import { beforeAll, expect, test } from 'vitest'
import type { OrderCart } from '#lib/contract/order/order-cart.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { openPaymentForm } from '#lib/server/orders/commit/payment-form.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { countRoundTrips, type Asked } from '#tests/support/database/round-trips.ts'
import { buildHouse, cartOf, fromHere, prepareCard, seatAt } from '#tests/support/buyers/house.ts'

/** Round trips and statements of a commit of four seats by card: with the visitor, the provider's charge, the settlement, the tickets and the messages. */
const [ROUND_TRIPS, STATEMENTS] = [12, 33]

/** Of a cart that is stored, and of a form that is opened for it, by the built-in provider. */
const [CART, FORM] = [2, 8]

/** Other processes hear of seats ten times a second, however many orders there are. */
const TOLD_APART = 'tell-seats'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  // As most houses sell: whether a seat would be left alone is asked of what others have around.
  await database().query(`UPDATE presentation SET lone_seats = 'unavoidable'`)
  forgetCatalogue()
})

async function post(uuid: string, cart: OrderCart): Promise<Response> {
  const { POST } = (await import(resolve('src/pages/api/payment/commit.ts'))) as { readonly POST: APIRoute }
  const request = new Request('http://127.0.0.1/api/payment/commit', {
    method: 'POST',
    headers: { uuid, 'content-type': 'application/json' },
    body: JSON.stringify({ cart }),
  })
  const locals: App.Locals = { locale: 'he', requestId: '', visitor: undefined, said: undefined }
  return POST(createContext({ request, params: {}, defaultLocale: 'he', clientAddress: '127.0.0.1', locals }))
}

async function commitRow(y: number): Promise<number> {
  const uuid = randomUUID()
  const seats = [1, 2, 3, 4].map((x) => seatAt(x, y))
  for (const seat of seats) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  const card = await prepareCard(uuid, 4 * 10_500 + 700)
  return (await post(uuid, cartOf(seats, card))).status
}

test(`a commit of four seats takes ${String(ROUND_TRIPS)} round trips to the database at most, and ${String(STATEMENTS)} statements`, async () => {
  expect(await commitRow(1)).toBe(200) // reads the catalogue and the plan
  const asked = await countRoundTrips(async () => {
    expect(await commitRow(2)).toBe(200)
  })
  const calls = asked.statements.filter((one) => !one.endsWith(TOLD_APART))
  const own = calls.slice(calls.findIndex((one) => one.endsWith('session-by-header') || one.endsWith('is-still-free')))
  expect(roundTripsOf(own), own.join('\n')).toBeLessThanOrEqual(ROUND_TRIPS)
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(STATEMENTS)
  // Intent, charge and settlement: what they ask is planned once a connection.
  expect(asked.statements.filter((one) => one.includes('force_generic_plan')).length, own.join('\n')).toBe(3)
  await checkInvariants()
})

test(`a cart that redeems nothing is stored in ${String(CART)} round trips, its form opened in ${String(FORM)}; all that is asked is planned once a connection`, async () => {
  await orderUpToForm(3)
  const { cart, form } = await orderUpToForm(4)
  expect(roundTripsOf(cart.statements), cart.statements.join('\n')).toBeLessThanOrEqual(CART)
  expect(roundTripsOf(form.statements), form.statements.join('\n')).toBeLessThanOrEqual(FORM)
  expect([...cart.statements, ...form.statements].filter((one) => one.endsWith('unnamed'))).toEqual([])
  await checkInvariants()
})

async function orderUpToForm(y: number): Promise<{ readonly cart: Asked; readonly form: Asked }> {
  const uuid = randomUUID()
  const seats = [seatAt(1, y), seatAt(2, y)]
  for (const seat of seats) expect((await lock(seat, fromHere(uuid))).ok).toBe(true)
  await database().query('INSERT INTO session (uuid) VALUES ($1) ON CONFLICT DO NOTHING', [uuid])
  const { seats: lines, customerInfo } = cartOf(seats)
  const stored = { presentations: [{ id: 1, seats: lines }], customerInfo }
  const cart = await countRoundTrips(async () => {
    expect(await storeCartOf(uuid, stored)).toMatchObject({ ok: true })
  })
  const form = await countRoundTrips(async () => {
    const opened = openPaymentForm({ uuid, locale: 'he', origin: 'http://127.0.0.1' }, { total: 217, method: 'card' })
    expect(await opened).toMatchObject({ ok: true })
  })
  return { cart, form }
}

function roundTripsOf(statements: Asked['statements']): number {
  return statements.filter((one) => one.startsWith('| ') && !one.endsWith(TOLD_APART)).length
}
