import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { TYPED } from '#tests/support/browser/shopper.ts'
import { findShowing, freeRunsOf, openShowings, type HallSeat } from '#tests/support/seats/showings.ts'
import { DESK_SIZE, PHONE_SIZE, type WindowSize } from './browser-tab.ts'
import type { Stepper, Wanted } from './stepper.ts'

const CARD = {
  'מספר כרטיס': '4580000000000000',
  תוקף: '1239',
  CVV: '123',
  'השם שעל הכרטיס': 'נועה ברקאי',
  'ת״ז של בעלי הכרטיס': '123456782',
}
const FRAME = 'iframe.ready'
const GO_ON: Wanted = { css: 'aside .btn.primary, .bar .btn.primary, form .btn.primary' }
const TERMS: Wanted = { css: 'input[name=termsAcceptance]' }
const PAY: Wanted = { css: 'button', words: /^תשלום של/ }

/** A purchase as somebody makes it who comes to the home page for the first time. */
export interface Purchase {
  readonly name: string
  readonly size: WindowSize
  /** Up to the confirmation. */
  readonly make: (buyer: Stepper, origin: string) => Promise<void>
}

export const PURCHASES: readonly Purchase[] = [
  { name: 'two seats on a phone', size: PHONE_SIZE, make: buyTwoSeats },
  { name: 'six museum tickets', size: DESK_SIZE, make: buySixTickets },
  { name: 'two seats by keyboard only', size: DESK_SIZE, make: buyByKeys },
]

async function buyTwoSeats(buyer: Stepper, origin: string): Promise<void> {
  const showing = findShowing(await openShowings(origin), ({ id }) => id === 2)
  await openShowing(buyer, origin, showing)
  for (const [at, seat] of (await seatsInSight(buyer, origin, showing.id)).entries()) {
    await buyer.pressAt(await pointOf(buyer, seat))
    await chosen(buyer, at + 1)
  }
  await payFor(buyer)
}

async function buySixTickets(buyer: Stepper, origin: string): Promise<void> {
  const museum = findShowing(
    await openShowings(origin),
    (one) => one.featureCategoryName === 'אתרי תרבות' && one.seatingMode === 'singleGA' && one.available > 20,
  )
  await openShowing(buyer, origin, museum)
  await buyer.press({ css: '.ga-place [role=group] button', words: /^6$/ })
  await buyer.until(`document.querySelector('.ga-place [aria-live]')?.textContent.trim() === '6'`, 'six tickets')
  await payFor(buyer)
}

async function buyByKeys(buyer: Stepper, origin: string): Promise<void> {
  // The emptiest one: seats that another browser has bought are not beside these.
  const films = (await openShowings(origin)).toSorted((one, other) => other.available - one.available)
  const film = findShowing(films, (one) => one.featureCategoryName === 'קולנוע')
  await buyer.tab.goTo(`${origin}/booking/features/${String(film.featureId)}`)
  await buyer.tabTo({ css: `a[href="/order/${String(film.id)}"]` })
  await buyer.choose('Enter')
  await buyer.tabTo({ css: '[role=grid] [role=gridcell][tabindex="0"]' })
  await buyer.choose('Space')
  await chosen(buyer, 1)
  await buyer.tab.key('ArrowLeft')
  buyer.moves += 1
  await buyer.choose('Enter')
  await chosen(buyer, 2)
  await goOnByKeys(buyer)
  await fillByKeys(buyer, TYPED)
  await buyer.tabTo(TERMS)
  await buyer.choose('Space')
  await buyer.tabTo(GO_ON)
  await buyer.choose('Enter')
  await buyer.see({ css: FRAME })
  await buyer.tabTo({ css: FRAME })
  await buyer.tab.enterFrame(FRAME)
  await fillByKeys(buyer, CARD)
  await buyer.tabTo(PAY)
  await buyer.choose('Enter')
  await buyer.tab.leaveFrame()
  await confirmed(buyer)
}

/** From the home page by the search to the presentation's page. */
async function openShowing(buyer: Stepper, origin: string, { featureId, id }: PresentationAnswer): Promise<void> {
  await buyer.tab.goTo(`${origin}/booking/features/${String(featureId)}`)
  await buyer.press({ css: `a[href="/order/${String(id)}"]` })
  await buyer.until(`location.pathname === '/order/${String(id)}'`, 'the order')
  await buyer.until(`document.querySelector('[role=grid] [role=gridcell], .ga-place') !== null`, 'the hall')
}

/** From what is chosen to the confirmation, by pressing. */
async function payFor(buyer: Stepper): Promise<void> {
  await goOnBy(buyer, () => buyer.press(GO_ON))
  for (const [label, text] of Object.entries(TYPED)) await buyer.fill(label, text)
  await buyer.press(TERMS)
  await buyer.press(GO_ON)
  await buyer.see({ css: FRAME })
  await buyer.tab.enterFrame(FRAME)
  for (const [label, text] of Object.entries(CARD)) await buyer.fill(label, text)
  await buyer.press(PAY)
  await buyer.tab.leaveFrame()
  await confirmed(buyer)
}

const goOnByKeys = (buyer: Stepper) =>
  goOnBy(buyer, async () => {
    await buyer.tabTo(GO_ON)
    await buyer.choose('Enter')
  })

/** Steps between the choice and the details: as many as the presentation has. */
async function goOnBy(buyer: Stepper, goOn: () => Promise<void>): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    const before = await buyer.tab.evaluate<string>('location.href')
    await goOn()
    // Each step gives its heading the focus once it is drawn; until then the one before stands on the page.
    const isDrawn = `location.pathname === '/booking/checkout' || document.activeElement?.matches('h1, h2') === true`
    await buyer.until(`location.href !== ${JSON.stringify(before)} && (${isDrawn})`, 'the next step')
    if (await buyer.tab.evaluate<boolean>(`location.pathname === '/booking/checkout'`)) break
  }
  await buyer.see({ css: 'astro-island:not([ssr]) form#details' })
}

async function fillByKeys(buyer: Stepper, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await buyer.tabToField(label)
    await buyer.type(text)
  }
}

async function confirmed(buyer: Stepper): Promise<void> {
  await buyer.until(`/^\\/cart\\/[\\w-]+$/.test(location.pathname)`, 'the confirmation')
  await buyer.see({ css: 'h1', words: /^נתראה ב/ })
}

/** Pixels from the middle of a seat that have to be in the map too. */
const SEAT_ROOM = 14

/** Two plain seats side by side that the map shows whole. */
async function seatsInSight(buyer: Stepper, origin: string, presentationId: number): Promise<readonly HallSeat[]> {
  for (const run of await freeRunsOf(origin, presentationId, 2)) {
    const points = await Promise.all(run.map((seat) => pointOf(buyer, seat)))
    const around = points.flatMap(([x, y]) => [-1, 1].map((side) => [x + side * SEAT_ROOM, y + side * SEAT_ROOM]))
    const isSeen = `${JSON.stringify(around)}.every(([x, y]) => document.elementFromPoint(x, y)?.closest('.map-layers'))`
    if (await buyer.tab.evaluate<boolean>(isSeen)) return run
  }
  throw new Error('The map shows no two free seats side by side.')
}

function pointOf(buyer: Stepper, { plan: [x, y] }: HallSeat): Promise<readonly [number, number]> {
  return buyer.tab.evaluate(
    `(() => { const m = document.querySelector('svg.map > g').getScreenCTM(); return [m.a * ${String(x)} + m.e, m.d * ${String(y)} + m.f] })()`,
  )
}

function chosen(buyer: Stepper, count: number): Promise<void> {
  return buyer.until(
    `document.querySelectorAll('.seclist .sbtn[aria-pressed="true"], [role=gridcell][aria-selected="true"]').length >= ${String(count)}`,
    `${String(count)} chosen`,
  )
}
