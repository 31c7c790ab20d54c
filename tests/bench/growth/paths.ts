import { database } from '#lib/server/platform/db/connect.ts'
import { TestVisitor, type Answer } from '#tests/support/buyers/visitor.ts'
import { CUSTOMER } from '#tests/support/buyers/house.ts'
import { signedInVisitor } from '#tests/support/buyers/customers.ts'
import type { RunningApp } from '#tests/support/processes/server.ts'
import { prepareOrdersOf } from '../commits.ts'
import { addressOf, freeSeatsOf, holdSeats, lineOf, type SeatRow } from '../stadium-seats.ts'
import { FIRST, OWN_WORD, SHOW } from './fill.ts'

/** Calls that are timed, and those before them, by which a connection plans its statements and a program is compiled. */
export const [CALLS, WARM_UP] = [60, 20]
const EACH = CALLS + WARM_UP
/** What is shared from memory is made anew after this. In ms. */
const STALE = 1_100

/** One thing that a visitor asks for. */
export interface Path {
  readonly name: string
  readonly calls: number
  readonly warmUp: number
  /** In ms, before each call. */
  readonly pause?: number
  /** Whether this process is at work, not the shop's. */
  readonly isHere?: true
  readonly before?: () => Promise<unknown>
  readonly call: (n: number) => Promise<unknown>
}

/** The presentations of which pages are shown and seats are locked, and those of carts and commits. */
const [SHOWN, SOLD] = [FIRST + 1, FIRST + 2]

const SEARCH = `/?q=${OWN_WORD}&days=1`

/** What visitors do, the same at every size of the shop. */
export async function visitorPaths(app: RunningApp, customerId: number): Promise<readonly Path[]> {
  const { origin } = app
  const known = new TestVisitor(origin)
  await known.openPage()
  const english = new TestVisitor(origin)
  english.cookies.set('lang', 'en')
  const customer = await signedInVisitor(origin, customerId)
  const often = { calls: CALLS, warmUp: WARM_UP }
  const seldom = { calls: 7, warmUp: 2, pause: STALE }
  return [
    { name: 'home page from memory', ...often, call: () => page(known, '/?days=1') },
    { name: 'home page after a second', ...seldom, call: () => page(known, '/?days=1') },
    { name: 'home page for one visitor', ...often, call: () => pageAlone(known, '/?days=1') },
    { name: 'feature page for one visitor', ...often, call: () => pageAlone(known, `/booking/features/${String(SHOW)}`) },
    { name: 'order page for one visitor', ...often, call: () => pageAlone(known, `/order/${String(SHOWN)}`) },
    ...(await seatPaths(origin)),
    { name: 'customer area', ...often, call: () => asked(customer.get('/api/customer-area/customerAreaData')) },
    { name: 'customer page', ...often, call: () => page(customer, '/customer') },
    { name: 'home page after a change', ...seldom, before: changeOne, call: () => page(known, '/?days=1') },
    { name: 'search after a change', ...seldom, before: changeOne, call: () => page(known, SEARCH) },
    { name: 'search for one visitor', ...often, call: () => pageAlone(known, SEARCH) },
    { name: 'home page in English after a change', ...seldom, before: changeOne, call: () => page(english, '/?days=1') },
  ]
}

async function seatPaths(origin: string): Promise<readonly Path[]> {
  const often = { calls: CALLS, warmUp: WARM_UP }
  const [toLock, sold] = [await freeSeatsOf(SHOWN, EACH), await freeSeatsOf(SOLD, EACH * 6)]
  const best = `/api/seats/best-available?presentationId=${String(SHOWN)}&quantity=2&maxMatches=1&isLock=1`
  const carts: TestVisitor[] = []
  for (let n = 0; n < EACH; n++) carts.push(await withHeld(origin, sold.slice(EACH * 4 + n * 2, EACH * 4 + n * 2 + 2)))
  const orders = await prepareOrdersOf(origin, sold.slice(0, EACH * 4))
  const cartOf = (n: number) => sold.slice(EACH * 4 + n * 2, EACH * 4 + n * 2 + 2).map(lineOf)
  return [
    {
      name: 'lock of a seat',
      ...often,
      call: (n) => asked(new TestVisitor(origin).put('/api/seats/lock-seat', { seat: addressOf(present(toLock[n])) })),
    },
    { name: 'best available of two, locked', ...often, call: () => asked(new TestVisitor(origin).get(best)) },
    {
      name: 'cart and form',
      ...often,
      call: async (n) => {
        const visitor = present(carts[n])
        const cart = { presentations: [{ id: SOLD, seats: cartOf(n) }], customerInfo: CUSTOMER }
        await asked(visitor.post('/api/cart', { cart }))
        await asked(visitor.get('/api/payment/form/he?ts=1'))
      },
    },
    {
      name: 'commit of four seats',
      ...often,
      call: (n) => asked(present(orders[n]).visitor.post('/api/payment/commit', { cart: present(orders[n]).cart })),
    },
  ]
}

async function withHeld(origin: string, seats: readonly SeatRow[]): Promise<TestVisitor> {
  const visitor = new TestVisitor(origin)
  await holdSeats(visitor.uuid, seats)
  return visitor
}

/** One presentation of the catalogue is changed, as an import does. */
export async function changeOne(): Promise<void> {
  await database().query(
    `WITH changed AS (UPDATE presentation SET max_seats = 17 - max_seats WHERE presentation_id = $1)
     UPDATE catalogue_version SET version = version + 1`,
    [FIRST + 4],
  )
}

function page(visitor: TestVisitor, path: string): Promise<void> {
  visitor.cookies.delete('said')
  return asked(visitor.get(path, { accept: 'text/html' }))
}

/** Pages of who has news to be told are made for them alone. */
function pageAlone(visitor: TestVisitor, path: string): Promise<void> {
  visitor.cookies.set('said', 'nothing')
  return asked(visitor.get(path, { accept: 'text/html' }))
}

async function asked(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`Answered ${String(status)}: ${JSON.stringify(body).slice(0, 300)}`)
}

function present<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('There is not enough prepared for this benchmark.')
  return one
}
