import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RESERVATION_COLUMNS, stateOfReservation, type ReservationColumn } from '#lib/domain/sales/reservation-sorting.ts'
import { ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { ReservationListed } from '#lib/server/sales/screens/reservation-list.ts'
import { boughtBy, givenBack, newCatalogue, openCancelHouse, stateOf } from '#tests/support/buyers/cancels.ts'
import { DEAR, FEE, ONE, seatOn, type Bought } from '#tests/support/buyers/changes.ts'
import { RESERVATION_PAGE_CHECKS } from '#tests/support/checks/act-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { readZip } from '#tests/support/read-zip.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { askExport } from '#tests/support/staff/ask-staff.ts'
import { addOrders, removeOrders } from '#tests/support/staff/orders-of-nothing.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

const house = openCancelHouse()

interface Opened {
  readonly list?: {
    readonly rows: readonly ReservationListed[]
    readonly count: number
    readonly pages: number
    readonly page: number
    readonly isMore: boolean
    readonly before?: string
    readonly after?: string
  }
  readonly asked?: {
    readonly to?: string
    readonly own?: string
    readonly typed?: string
    readonly problem?: string
    readonly status: number
    readonly offer?: { readonly offer: { readonly refund: number } | null; readonly refusal: string | null }
  }
  readonly done?: { readonly action: string; readonly to: readonly string[]; readonly refund: number }
  readonly problem?: string
  readonly status: number
}

/** Of business 1, of business 2, of another show of business 1, and of no business. */
let one: StaffPerson
let two: StaffPerson
let ofNoShow: StaffPerson
let ofNone: StaffPerson
let bought: Bought
beforeAll(async () => {
  await database().query(`
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) SELECT 2, 'הצגה אחרת', 1, 90, poster FROM feature;
    UPDATE presentation SET cancellation_policy_id = 2, feature_id = CASE presentation_id WHEN 3 THEN 2 ELSE 1 END`)
  await newCatalogue()
  ;[one, two] = [await aStaffMember({ role: 'boxOffice' }), await aStaffMember({ businessIds: [2] })]
  ;[ofNoShow, ofNone] = [await aStaffMember({ featureIds: [2] }), await aStaffMember({ businessIds: [] })]
})
beforeEach(async () => {
  bought = await boughtBy(house.noa)
})

const PAGE = '/PRES-live/reservations'
const ALL = 2 * ONE + FEE
const BACK = ALL * 0.95

async function openPage(who: Pick<StaffPerson, 'cookie'>, query = '', form?: Readonly<Record<string, string>>): Promise<Opened | Response> {
  const open = await ofPages<(context: object) => Promise<Opened | Response>>('PRES-live/_reservations/_open.ts', 'openReservations')
  return open(pageContext(who, `${PAGE}?${query}`, form))
}

/** The page as it was opened. */
async function page(...asked: Parameters<typeof openPage>): Promise<Opened> {
  const opened = await openPage(...asked)
  if (opened instanceof Response) throw new Error(`There is no page: ${String(opened.status)}.`)
  return opened
}

/** The address to which a form leads. */
async function leadsTo(...asked: Parameters<typeof openPage>): Promise<string | undefined> {
  const opened = await openPage(...asked)
  return opened instanceof Response ? (opened.headers.get('location') ?? String(opened.status)) : undefined
}

const ids = async (who: StaffPerson, query = '') =>
  ((await page(who, query)).list?.rows ?? []).map(({ ReservationIdentifier }) => ReservationIdentifier)
const act = (name: string, more: Readonly<Record<string, string>> = {}) => ({ act: name, resId: bought.resId, ...more })

describe('the page of reservations', () => {
  test('R2.68 R6.20 lists the reservations of the own presentations: searched, sorted, by the page, and as a file', async () => {
    const later = await boughtBy(house.noa, [seatOn(2, 1)], DEAR)
    const other = await boughtBy(house.noa, [seatOn(4, 1)], ONE)
    expect(await ids(one)).toEqual([later.resId, bought.resId])
    expect(await ids(two)).toEqual([other.resId])
    expect([await ids(ofNoShow), await ids(ofNone)]).toEqual([[], []])
    expect(await ids(one, 'search=nobody')).toEqual([])
    expect(await ids(one, `search=${encodeURIComponent('ברקאי')}&featureId=1`)).toHaveLength(2)
    const amounts = async (sort: string) => ((await page(one, `sort=${sort}`)).list?.rows ?? []).map(({ Amount }) => Amount)
    const up = await amounts('amount')
    expect(up).toEqual([...up].sort((a, b) => a - b))
    expect(await amounts('-amount')).toEqual(up.toReversed())
    expect(await openPage(one, 'featureId=99')).toMatchObject({ status: 404 })
    expect(await page(one, 'startDate=2026-02-02&endDate=2026-01-01')).toMatchObject({ status: 400, list: undefined })
    for (const as of ['csv', 'xlsx']) {
      const file = await askExport(one, `screen=reservations&as=${as}&sort=amount`)
      expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringMatching(`reservations-.*\\.${as}"$`)])
      if (as === 'csv') expect((await file.text()).trim().split('\r\n')).toHaveLength(3)
    }
    expect((await (await askExport(ofNone, 'screen=reservations&as=csv')).text()).trim().split('\r\n')).toHaveLength(1)
  })

  test('R2.68 comes in pages of the chosen size, in every order, each reservation once, forwards and back', async () => {
    await addOrders(60)
    await boughtBy(house.noa, [seatOn(2, 1)], DEAR)
    const owner = await aStaffMember({ role: 'owner', businessIds: null })
    for (const sort of RESERVATION_COLUMNS.flatMap((column) => [column, `-${column}`])) {
      const whole = (await page(owner, `pageSize=200&sort=${sort}`)).list
      const [there, back] = [
        await walk(owner, `pageSize=25&sort=${sort}`, 'after'),
        await walk(owner, `pageSize=25&sort=${sort}`, 'before'),
      ]
      expect([sort, whole?.count, whole?.rows.length, there.map(({ length }) => length)]).toEqual([sort, 62, 62, [25, 25, 12]])
      expect([sort, there.flat()]).toEqual([sort, (whole?.rows ?? []).map(({ ReservationIdentifier }) => ReservationIdentifier)])
      expect([sort, back]).toEqual([sort, there.slice(0, 2).toReversed()])
      const values = (whole?.rows ?? []).map(VALUES[sort.replace('-', '') as ReservationColumn])
      expect([sort, sort.startsWith('-') ? values.toReversed() : values]).toEqual([sort, values.toSorted(compare)])
    }
    await removeOrders()
  })

  /** The pages one after the other from the first, or from the last back, without the last. */
  async function walk(who: StaffPerson, query: string, way: 'after' | 'before'): Promise<readonly (readonly string[])[]> {
    let list = (await page(who, query)).list
    const pages = [list]
    while (list?.after !== undefined) {
      list = (await page(who, `${query}&after=${list.after}&page=${String(list.page + 1)}`)).list
      pages.push(list)
    }
    if (way === 'before') {
      pages.length = 0
      while (list?.before !== undefined) {
        list = (await page(who, `${query}&before=${list.before}&page=${String(list.page - 1)}`)).list
        pages.push(list)
      }
    }
    return pages.map((one) => (one?.rows ?? []).map(({ ReservationIdentifier }) => ReservationIdentifier))
  }

  test('leaves orders that are partly of others out of rows and count, and shows the first page for a place in another’s order', async () => {
    await database().query('UPDATE order_seat SET presentation_id = 4 WHERE line = (SELECT max(line) FROM order_seat)')
    const [own, all] = [(await page(one)).list, (await page(await aStaffMember({ role: 'owner', businessIds: null }))).list]
    await database().query('UPDATE order_seat SET presentation_id = 1 WHERE presentation_id = 4')
    expect([own?.count, own?.rows.length, all?.count, all?.rows.length]).toEqual([0, 0, 1, 1])
    const other = await boughtBy(house.noa, [seatOn(4, 1)], ONE)
    const place = `1_${String(await cellOf('SELECT order_id FROM orders WHERE reservation_identifier = $1', [other.resId]))}`
    for (const query of [`sort=name&after=${place}&page=2`, 'after=x&page=2', `before=${place}&page=9`])
      expect((await page(one, query)).list).toMatchObject({ page: 1, rows: [{ ReservationIdentifier: bought.resId }] })
    expect(await page(one, `after=9999999999999999_${place.slice(2)}&page=2`)).toMatchObject({ status: 200 })
  })

  test('counts no seat that was given back for another, by the row and by the order of the list', async () => {
    const later = await boughtBy(house.noa, [seatOn(2, 1)], DEAR)
    const giveBack = (by: string | null) =>
      database().query(
        `UPDATE order_seat s SET released_by = (SELECT order_id FROM orders WHERE reservation_identifier = $1)
         FROM orders o WHERE o.order_id = s.order_id AND o.reservation_identifier = $2 AND line = (SELECT max(line) FROM order_seat WHERE order_id = o.order_id)`,
        [by, bought.resId],
      )
    const listed = async () =>
      ((await page(one, 'sort=-tickets')).list?.rows ?? []).map((row) => [row.ReservationIdentifier, row.Quantity, row.SeatNames])
    const [, ...before] = await listed()
    await giveBack(later.resId)
    const now = await listed()
    await giveBack(null)
    expect([before, now]).toEqual([
      [[later.resId, 1, '1']],
      [
        [later.resId, 1, '1'],
        [bought.resId, 1, '1'],
      ],
    ])
  })

  test('R2.68 has a file without an end, however it is sorted, and a reader who leaves stops it', async () => {
    await addOrders(2_300)
    const owner = await aStaffMember({ role: 'owner', businessIds: null })
    for (const sort of ['', 'number']) {
      const lines = (await (await askExport(owner, `screen=reservations&as=csv&sort=${sort}`)).text()).trim().split('\r\n')
      expect([lines.length, new Set(lines).size]).toEqual([2_302, 2_302])
    }
    const workbook = readZip(Buffer.from(await (await askExport(owner, 'screen=reservations&as=xlsx')).arrayBuffer()))
    expect(workbook.get('xl/worksheets/sheet1.xml')?.toString().match(/<row>/g)).toHaveLength(2_302)
    const left = await askExport(owner, 'screen=reservations&as=xlsx')
    const reader = left.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await removeOrders()
  })
})

const VALUES: Readonly<Record<ReservationColumn, (row: ReservationListed) => string | number>> = {
  name: ({ CustomerName }) => CustomerName,
  number: ({ OrderNumber }) => OrderNumber,
  show: ({ StartDateTime }) => Date.parse(StartDateTime),
  made: ({ DateTimeCreated }) => Date.parse(DateTimeCreated),
  tickets: ({ Quantity }) => Quantity,
  amount: ({ Amount }) => Amount,
  state: (row) => ['paid', 'held', 'cancelled'].indexOf(stateOfReservation(row)),
}

function compare(one: string | number, other: string | number): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'he')
}

describe('each row', () => {
  test('R2.69 R6.21 offers to cancel: the exact refund first, by the rule that cancels, then the cancellation', async () => {
    const { asked } = await page(one, '', act('askCancel'))
    expect(asked?.offer?.offer?.refund).toBe(BACK / 100)
    expect(await stateOf(bought.resId)).toBe('paid')
    const wrong = await page(one, '', act('cancel', { refund: '1', offered: '' }))
    expect([wrong.status, wrong.asked?.offer?.offer?.refund, await givenBack()]).toEqual([409, BACK / 100, []])
    expect(await openPage(one, '', act('cancel', { offered: '' }))).toMatchObject({ status: 400 })
    const form = act('cancel', { refund: String(BACK / 100), offered: '', reason: 'האולם נסגר' })
    expect(await leadsTo(one, 'sort=name', form)).toBe(`${PAGE}?sort=name&done=1`)
    expect([await stateOf(bought.resId), await givenBack()]).toEqual(['refunded', [BACK]])
    expect((await page(one, 'done=1')).done).toMatchObject({ action: 'cancel', refund: BACK })
    expect((await page(await aStaffMember(), 'done=1')).done).toBeUndefined()
  })

  test('R2.69 offers to cancel some tickets: cancels only the items that the offer was computed for, otherwise computes a new offer', async () => {
    const [item = ''] = bought.tickets
    const { asked } = await page(one, '', act('askCancel', { item }))
    const refund = String(asked?.offer?.offer?.refund)
    const other = await page(one, '', act('cancel', { refund, item, offered: '' }))
    expect([other.asked?.offer?.offer?.refund, await givenBack()]).toEqual([Number(refund), []])
    expect(await leadsTo(one, '', act('cancel', { refund, item, offered: item }))).toBe(`${PAGE}?done=1`)
    expect(await givenBack()).toEqual([Number(refund) * 100])
  })

  test('R2.69 R6.23 offers to send by SMS: the masked number before and after, another one too, what was typed stays', async () => {
    const asked = async (mobileNumber: string) => (await page(one, '', act('askSms', { mobileNumber }))).asked
    expect(await asked('')).toMatchObject({ to: '•••••••821', typed: '', status: 200 })
    expect(await asked('052-999-8877')).toMatchObject({ to: '•••••••877', own: '•••••••821', typed: '052-999-8877' })
    const wrong = await asked('03-1234567')
    expect([wrong?.to, wrong?.typed, wrong?.status]).toEqual([undefined, '03-1234567', 400])
    expect(wrong?.problem).toMatch(/\S/)
    expect(await cellOf(`SELECT count(*)::int FROM outbox WHERE kind LIKE 'resend-%'`)).toBe(0)
    expect(await leadsTo(one, '', act('sms', { mobileNumber: '052-999-8877' }))).toBe(`${PAGE}?done=1`)
    expect((await page(one, 'done=1')).done).toMatchObject({ action: 'send tickets', to: ['•••••••877'] })
    await leadsTo(one, '', act('sms', { mobileNumber: '' }))
    expect((await page(one, 'done=1')).done).toMatchObject({ to: ['•••••••821'] })
    expect(await cellOf(`SELECT string_agg(recipient, ' ' ORDER BY kind) FROM outbox WHERE channel = 'sms' AND kind LIKE 'resend-%'`)).toBe(
      '0529998877 0547314821',
    )
    expect((await page(one, '', act('sms', { mobileNumber: '03-1' }))).status).toBe(400)
  })

  test('R2.69 R6.22 offers to send the tickets again, and says where they went', async () => {
    expect(await leadsTo(one, '', act('again'))).toBe(`${PAGE}?done=1`)
    expect((await page(one, 'done=1')).done).toMatchObject({ action: 'send again', to: ['•••••••821', 'n•••@example.com'] })
    await leadsTo(one, '', act('again'))
    await leadsTo(one, '', act('again'))
    expect((await page(one, '', act('again'))).status).toBe(429)
    expect((await page(one, '', { act: 'what', resId: bought.resId })).status).toBe(400)
  })

  test('acts on nothing that is another’s: as if there were no such reservation', async () => {
    const acts = [act('again'), act('askSms'), act('sms'), act('askCancel'), act('cancel', { refund: String(BACK / 100), offered: '' })]
    for (const who of [two, ofNoShow, ofNone])
      for (const form of acts) {
        const foreign = await page(who, '', form)
        expect([form.act, foreign.status, foreign.asked]).toEqual([form.act, 404, undefined])
        expect(foreign.problem).toBe((await page(who, '', { ...form, resId: 'A'.repeat(20) })).problem)
      }
    expect([await stateOf(bought.resId), await cellOf(`SELECT count(*)::int FROM outbox WHERE kind ~ '^(resend|copy)-'`)]).toEqual([
      'paid',
      0,
    ])
  })
})

test('R6.18 R6.20 the page and its file are of permission 268: who has none finds no such page, who is not signed in the door', async () => {
  for (const role of Object.keys(ROLES) as Role[]) {
    const member = await aStaffMember({ role })
    const status = (ROLES[role] as readonly number[]).includes(268) ? 200 : 404
    expect([role, (await openPage(member)).status]).toEqual([role, status])
    expect([role, (await askExport(member, 'screen=reservations&as=csv')).status]).toEqual([role, status])
    if (status === 404) expect((await openPage(member, '', act('askCancel'))).status).toBe(404)
  }
  expect(await openPage({ cookie: '' })).toMatchObject({ member: undefined, list: undefined })
  expect(await openPage({ cookie: '' }, '', act('askCancel'))).toMatchObject({ asked: undefined, list: undefined })
  expect((await askExport({ cookie: '' }, 'screen=reservations&as=csv')).status).toBe(401)
})

testChecks(RESERVATION_PAGE_CHECKS, {
  'the page of reservations is of its permission': async () => (await openPage(await aStaffMember({ role: 'broker' }))).status === 200,
  'the file of reservations is of its permission': async () =>
    (await askExport(await aStaffMember({ role: 'broker' }), 'screen=reservations&as=csv')).status === 200,
  'a page tells its own member’s act': async () => {
    await leadsTo(one, '', act('again'))
    return (await page(await aStaffMember(), 'done=1')).done !== undefined
  },
  'a page cancels what its offer was of': async () => {
    const item = bought.tickets[0] ?? ''
    const refund = String((await page(one, '', act('askCancel', { item }))).asked?.offer?.offer?.refund)
    await openPage(one, '', act('cancel', { refund, item, offered: '' }))
    return (await givenBack()).length > 0
  },
})
