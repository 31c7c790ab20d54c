import { createContext } from 'astro/middleware'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { groupsOfProducer, leaveDomain, producerOfSeats, producerOfPage } from '#lib/server/orders/cart/producer-domain.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { staffOf } from '#lib/server/staff/session/staff-session.ts'
import { newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { SEAT_SALE_CHECKS } from '#tests/support/checks/act-checks.ts'
import { cookiesOf } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

openCancelHouse()

/** Of business 1, of business 2, of another show of business 1, of no business, and of an allocation that nothing is sold of. */
let one: StaffPerson
let two: StaffPerson
let ofNoShow: StaffPerson
let ofNone: StaffPerson
let ofOther: StaffPerson
beforeAll(async () => {
  await database().query(`
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) SELECT 2, 'הצגה אחרת', 1, 90, poster FROM feature;
    UPDATE presentation SET feature_id = CASE presentation_id WHEN 3 THEN 2 ELSE 1 END`)
  await newCatalogue()
  ;[one, two] = [await aStaffMember({ role: 'boxOffice' }), await aStaffMember({ businessIds: [2] })]
  ;[ofNoShow, ofNone, ofOther] = [await aStaffMember({ featureIds: [2] }), await aStaffMember({ businessIds: [] }), await aStaffMember()]
  await allocate(ofOther, [999])
})

const allocate = ({ staffId }: StaffPerson, ids: readonly number[]) =>
  database().query('UPDATE staff SET allocation_ids = $2 WHERE staff_id = $1', [staffId, ids])

interface Opened {
  readonly list?: { readonly sales: readonly { readonly presentationId: number; readonly free: number }[] }
  readonly status: number
}

async function openPage(who: Pick<StaffPerson, 'cookie'>, query = ''): Promise<Opened | Response> {
  const open = await ofPages<(context: object) => Promise<Opened | Response>>('PRES-live/_seats/_open.ts', 'openSeatSales')
  return open(pageContext(who, `/PRES-live/seats?${query}`))
}

async function shown(who: StaffPerson, query = ''): Promise<readonly number[]> {
  const opened = await openPage(who, query)
  return opened instanceof Response ? [opened.status] : (opened.list?.sales ?? []).map(({ presentationId }) => presentationId)
}

/** An order page that somebody opens. @param domain of the presentation that the browser ordered of before */
function orderPage({ cookie }: Pick<StaffPerson, 'cookie'>, query: string, domain?: number) {
  const header = domain === undefined ? cookie : `${cookie}; ${cookieNames().domain}=${String(domain)}`
  const url = new URL(`http://127.0.0.1/order/1?${query}`)
  return createContext({ request: new Request(url, { headers: { cookie: header } }), defaultLocale: 'he', clientAddress: '127.0.0.1' })
}
const isProduced = async (who: Pick<StaffPerson, 'cookie'>, query: string, domain?: number) =>
  (await producerOfPage(orderPage(who, query, domain), 1)) !== undefined

test('R6.19 the page lists the presentations that somebody sells seats of: own ones, of own allocations', async () => {
  expect(await shown(one)).toEqual(expect.arrayContaining([1, 2]))
  expect(await shown(one)).not.toContain(4)
  expect(await shown(two)).toEqual([4])
  expect([await shown(ofNone), await shown(ofOther)]).toEqual([[], []])
  expect(await shown(ofNoShow)).not.toContain(1)
  expect(await shown(one, `find=${encodeURIComponent('אין כזה')}`)).toEqual([])
  expect([await shown(one, 'featureId=99'), await shown(two, 'featureId=2')]).toEqual([[404], [404]])
})

test('R6.19 the page lists what has no time of day until its day is over, as the shop sells it', async () => {
  const set = async (type: number, start: string) => {
    await database().query(`UPDATE feature SET feature_type_id = $1 WHERE feature_id = 2`, [type])
    await database().query(`UPDATE presentation SET starts_at = ${start} WHERE presentation_id = 3`)
    await newCatalogue()
    return shown(ofNoShow)
  }
  const today = `date_trunc('day', now(), 'Asia/Jerusalem')`
  expect([await set(7, today), await set(7, `${today} - interval '1 minute'`), await set(1, today)]).toEqual([[3], [], []])
  await set(1, `now() + interval '3 days'`)
})

test('R6.18 R6.19 the page is of permission 267: who has none finds no such page, who is not signed in the door', async () => {
  for (const role of Object.keys(ROLES) as Role[])
    expect([role, (await openPage(await aStaffMember({ role }))).status]).toEqual([
      role,
      (ROLES[role] as readonly number[]).includes(267) ? 200 : 404,
    ])
  expect(await openPage({ cookie: '' })).toMatchObject({ member: undefined, list: undefined })
})

describe('R4.59 the domain of producers', () => {
  test('is set by domain=presLive in the address of an order, for who sells the presentation, and kept for its further pages', async () => {
    const context = orderPage(one, 'domain=presLive')
    expect(await producerOfPage(context, 1)).toMatchObject({ staffId: one.staffId })
    expect(context.cookies.get(cookieNames().domain)?.value).toBe('1')
    expect(await isProduced(one, 'step=tickets', 1)).toBe(true)
    expect(await isProduced(one, '', 2)).toBe(false)
    expect(await isProduced(one, '')).toBe(false)
    for (const query of ['domain=shop', 'domain=PRESLIVE', 'domain=']) expect(await isProduced(one, query)).toBe(false)
  })

  test('is nobody else’s, whatever the address or the cookie says', async () => {
    for (const who of [two, ofNoShow, ofNone, ofOther, { cookie: '' }]) {
      const context = orderPage(who, 'domain=presLive')
      expect(await producerOfPage(context, 1)).toBeUndefined()
      expect(context.cookies.get(cookieNames().domain)).toBeUndefined()
      expect(await isProduced(who, '', 1)).toBe(false)
    }
  })

  test('is of a checkout whose seats are all of the presentation, until it is left', async () => {
    const { cookies } = orderPage(one, '', 1)
    expect(await producerOfSeats(cookies, [1])).toMatchObject({ staffId: one.staffId })
    for (const ids of [[2], [1, 2], []]) expect(await producerOfSeats(cookies, ids)).toBeUndefined()
    expect(await producerOfSeats(cookies, [1], 'shop')).toBeUndefined()
    leaveDomain(cookies)
    expect(await producerOfSeats(cookies, [1])).toBeUndefined()
    expect(await producerOfSeats(cookies, [1], '')).toBeUndefined()
    expect(await producerOfSeats(cookies, [1], 'presLive')).toMatchObject({ staffId: one.staffId })
    expect(await producerOfSeats(orderPage(two, '', 1).cookies, [1], 'presLive')).toBeUndefined()
  })
})

test('a producer chooses of the ticket groups of own allocations', async () => {
  const presentation = (await catalogue()).presentations.get(1)
  const member = await staffOf(cookiesOf({ cookie: one.cookie }))
  if (!presentation || !member) throw new Error('There is nothing to choose.')
  const all = new Set(presentation.prices.map(({ ticketGroupId }) => ticketGroupId))
  expect(groupsOfProducer(member, presentation)).toEqual(all)
  expect(groupsOfProducer({ ...member, allocationIds: [999] }, presentation)).toEqual(new Set())
})

testChecks(SEAT_SALE_CHECKS, {
  'the sale of seats is of its permission': async () => (await openPage(await aStaffMember({ role: 'gate' }))).status === 200,
  'the domain is of who sells the presentation': () => isProduced(two, 'domain=presLive'),
  'a producer sells of own allocations': () => isProduced(ofOther, 'domain=presLive'),
  'the domain is of one presentation': async () => (await producerOfSeats(orderPage(one, '', 2).cookies, [1])) !== undefined,
})
