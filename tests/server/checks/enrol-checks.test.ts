import { resolve } from 'node:path'
import { beforeAll } from 'vitest'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { ENROL_CHECKS } from '#tests/support/checks/enrol-checks.ts'
import { aBrowser, aSeat, countOf, type Person } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse } from '#tests/support/buyers/house.ts'
import { addEnrolments, lockSeat, seasonItem, seriesItem } from '#tests/support/sold/enrolments.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addEnrolments()
})

/** The steps of a season, by the file of each and what opens it. */
const STEPS = {
  '_seat-step': 'openSeats',
  _rates: 'openRates',
  _choice: 'openChoiceStep',
  '_choice-seats': 'openChoiceSeats',
  _summary: 'openSummary',
} as const

interface Asked {
  readonly step: keyof typeof STEPS
  readonly code: 'm101' | 'm102'
  /** The fields of a form; none: the page is only opened. */
  readonly form?: Readonly<Record<string, string>> | string[][]
  readonly isForeign?: boolean
}

/** Opens a step as a browser, or sends its form. */
async function open({ uuid }: Person, { step, code, form, isForeign = false }: Asked): Promise<object | undefined> {
  const opened = (await import(resolve(`src/pages/enroll/${step}.ts`))) as Record<string, (context: object) => Promise<object | undefined>>
  const url = new URL(`http://127.0.0.1/enroll/${code}`)
  const headers = { 'sec-fetch-site': isForeign ? 'cross-site' : 'same-origin' }
  const request = new Request(url, form ? { method: 'POST', headers, body: new URLSearchParams(form) } : {})
  const locals = { visitor: { uuid, proof: 'cookie' }, locale: 'he', requestId: '', said: undefined }
  return opened[STEPS[step]]?.({ request, locals, params: { code }, url, clientAddress: '127.0.0.1' })
}

/** Somebody with a seat of season 102 on its fixed dates and on 13 and 15, in a draft. */
async function anEnrolling(): Promise<Person> {
  const person = await aBrowser()
  const { XCoordinate: x, YCoordinate: y } = aSeat()
  const refused = await lockSeat(person.uuid, x ?? 0, y ?? 0, 102, [13, 15])
  if (refused) throw new Error(refused)
  await keepMemberships(person.uuid, [seasonItem(x ?? 0, y ?? 0)], 'keep seats')
  return person
}

/** Whether another site sends a form of a season in the browser of who is about to buy it. */
async function isTaken(step: Asked['step'], form: Asked['form'] = {}): Promise<boolean> {
  const opened = await open(await anEnrolling(), { step, code: 'm102', form, isForeign: true })
  return opened !== undefined && 'goTo' in opened
}

const HOLDER = 'נועה ברקאי'

/** The only draft of the shop: a series for a named holder, still without a seat. */
async function aDraft(): Promise<Person> {
  const person = await aBrowser()
  await database().query('UPDATE session SET cart = NULL')
  await keepMemberships(person.uuid, [{ ...seriesItem(1), seat: null, name: HOLDER }], 'keep seats')
  return person
}

const RATES = { 'price-0': '1021', 'name-0': 'מישהו אחר' }

const DATES = [
  ['date', '13'],
  ['date', '14'],
]

testChecks(ENROL_CHECKS, {
  'a draft is written to the cart of its visitor': async () => {
    const [{ uuid }, other] = [await aDraft(), await anEnrolling()]
    const opened = await open(other, { step: '_rates', code: 'm102', form: RATES })
    if (!opened || !('goTo' in opened)) throw new Error('the own form is not taken')
    return (await countOf('session WHERE uuid = $1 AND cart::text NOT LIKE $2', [uuid, `%${HOLDER}%`])) === 1
  },
  'a draft is read by its visitor': async () => {
    await aDraft()
    return JSON.stringify(await open(await aBrowser(), { step: '_seat-step', code: 'm101' })).includes(HOLDER)
  },
  'seats are chosen on our own pages': () => isTaken('_seat-step'),
  'a step of a season comes from our own pages': async () =>
    (await isTaken('_rates', RATES)) && (await isTaken('_choice', DATES)) && (await isTaken('_choice-seats')) && isTaken('_summary'),
  'rates are chosen on our own pages': () => isTaken('_rates', RATES),
  'choice events are chosen on our own pages': () => isTaken('_choice', DATES),
  'seats of choice events are chosen on our own pages': () => isTaken('_choice-seats'),
  'a year is confirmed on our own pages': () => isTaken('_summary'),
})
