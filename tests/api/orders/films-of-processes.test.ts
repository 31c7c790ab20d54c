import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#lib/server/orders/commit/reconcile.ts'
import { buildHouse, cartOf, emptyHouse, prepareCard } from '#tests/support/buyers/house.ts'
import { signedIn, type SignedIn } from '#tests/support/buyers/cancels.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { cellOf, checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { killWhereItWaits } from '#tests/support/processes/kill-where.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { letPaymentsAge } from '#tests/support/providers/charges.ts'
import { tally } from '#tests/support/races/desks.ts'
import { ONCE } from '#tests/support/seats/race.ts'
import { addFilms, buyFilm, FILM, FILM_PRICE, RARE } from '#tests/support/sold/films.ts'

process.env.SECRET = SECRET_OF_TESTS
const TRUSTED = { TRUSTED_PROXY: 'on' } // a call without an address comes from this machine

let apps: RunningApp[] = []

/** The second process lets every device play. */
const startFirst = () => startApp({ env: TRUSTED })
const startSecond = () => startApp({ env: { ...TRUSTED, VOD_CHROME_ONLY: 'off' } })

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addFilms()
  apps = await Promise.all([startFirst(), startSecond()])
})
beforeEach(emptyHouse)
afterEach(checkInvariants)
afterAll(() => Promise.all(apps.map((app) => app.stop())))

/** Somebody who is signed in and has bought a film. */
async function aBuyer(vodId = FILM): Promise<SignedIn> {
  const buyer = await signedIn()
  expect((await buyFilm(buyer.visitor.uuid, vodId)).ok).toBe(true)
  return buyer
}

/** Posts as a browser at one of the processes. @returns the code of the refusal; 'done' if there is none */
async function post(at: number, { visitor: { uuid }, sid }: SignedIn, path: string, body: unknown, headers = {}): Promise<string> {
  const browser = Object.assign(new TestVisitor(apps[at % apps.length]?.origin ?? ''), { uuid })
  browser.cookies.set('sid', sid)
  const { status, body: told } = await browser.post(path, body, headers)
  return status === 200 ? 'done' : (told as { error: string }).error
}

const press = (at: number, device: SignedIn, headers = {}) => post(at, device, `/api/vod/${String(FILM)}/play`, {}, headers)

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('a device that cannot play', () => {
  test.each([
    ['R8.81 Safari on an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'VOD_DEVICE_UNSUPPORTED'],
    ['R8.81 Chrome on an iPad', `${IPHONE.replace('iPhone', 'iPad')} CriOS/138.0 Mobile/15E148 Safari/604.1`, 'VOD_DEVICE_UNSUPPORTED'],
    ['R8.82 Safari on a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 'VOD_BROWSER_UNSUPPORTED'],
  ])('%s is refused before the window opens, and plays if the setting lets it', async (_name, userAgent, code) => {
    const buyer = await aBuyer()
    expect(await press(0, buyer, { 'user-agent': userAgent })).toBe(code)
    expect(await cellOf('SELECT count(first_played_at)::int FROM film_ticket')).toBe(0)
    expect(await press(1, buyer, { 'user-agent': userAgent })).toBe('done')
  })
})

async function buyAt(at: number, buyer: SignedIn, vodId = FILM, behaviour = 'accepted'): Promise<string> {
  const paymentIdentifier = await prepareCard(buyer.visitor.uuid, FILM_PRICE, behaviour)
  return post(at, buyer, '/api/payment/commit', { cart: { ...cartOf([], paymentIdentifier), films: [{ vodId }] } })
}

describe('over two processes', () => {
  test('as many devices as bought have a place, and one window opens, however many press at once', ONCE, async () => {
    for (let round = 0; round < 5; round++) {
      await emptyHouse()
      const buyer = await aBuyer()
      const devices = await Promise.all(Array.from({ length: 9 }, () => signedIn(buyer.customerId)))
      const ends = await Promise.all([buyer, ...devices].map((device, n) => press(n, device)))
      expect(tally(ends), `round ${String(round)}`).toEqual({ done: 2, VOD_DEVICE_LIMIT: 8 })
      expect(await cellOf('SELECT count(*)::int FROM film_device')).toBe(2)
    }
  })

  test('the last ticket is sold once, however many order at once', ONCE, async () => {
    for (let round = 0; round < 3; round++) {
      await emptyHouse()
      const buyers = await Promise.all(Array.from({ length: 10 }, () => signedIn()))
      const ends = await Promise.all(buyers.map((buyer, n) => buyAt(n, buyer, RARE)))
      expect(tally(ends), `round ${String(round)}`).toEqual({ done: 1, VOD_SOLD_OUT: 9 })
      expect(await cellOf('SELECT sum(amount)::int FROM ledger')).toBe(FILM_PRICE)
    }
  })
})

/** Orders that are open and paid, tickets that may be played, and the money of provider and shop, in tickets. */
async function made(): Promise<unknown> {
  return cellOf(`SELECT json_build_object('open', (SELECT count(*) FROM orders WHERE state IN ('paying', 'refunding')),
    'paid', (SELECT count(*) FROM orders WHERE state = 'paid'), 'playable', (SELECT count(play_until) FROM film_ticket),
    'charged', (SELECT coalesce(sum(amount), 0) / ${String(FILM_PRICE)} FROM sandbox_charge WHERE outcome = 'charged'),
    'kept', (SELECT coalesce(sum(amount), 0) / ${String(FILM_PRICE)} FROM ledger))`)
}

/** Looks after payments in doubt, twice: the second time changes nothing. */
async function expectMade(times: number): Promise<void> {
  await letPaymentsAge(60)
  for (let round = 0; round < 2; round++) {
    await reconcile()
    expect(await made()).toEqual({ open: 0, paid: times, playable: times, charged: times, kept: times })
  }
}

describe('an order of a film', () => {
  test.each([
    ['before it is charged is neither paid nor played', 'sandbox_charge', 0],
    ['between charge and settlement is paid and played, once', 'ledger', 1],
  ])('whose process is killed by kill -9 %s', ONCE, async (_name, table, times) => {
    const buyer = await signedIn()
    await killWhereItWaits(apps[0], table, () => buyAt(0, buyer))
    expect(await press(1, buyer)).toBe('VOD_NOT_YOURS')
    await expectMade(times)
    expect(await press(1, buyer)).toBe(times === 1 ? 'done' : 'VOD_NOT_YOURS')
    apps[0] = await startFirst()
  })

  test.each([
    ['after it charged is paid and played, once', 'timeout_after', 1],
    ['before it charged is neither paid nor played', 'timeout_before', 0],
  ])('whose provider falls silent %s', ONCE, async (_name, behaviour, times) => {
    const buyer = await signedIn()
    const end = await buyAt(0, buyer, FILM, behaviour)
    await expectMade(times)
    expect([end, await press(1, buyer)]).toEqual(times === 1 ? ['done', 'done'] : ['PAYMENT_PENDING', 'VOD_NOT_YOURS'])
  })
})
