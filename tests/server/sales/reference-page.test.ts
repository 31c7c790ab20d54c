import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#lib/domain/staff/roles.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { boughtBy, newCatalogue, openCancelHouse } from '#tests/support/buyers/cancels.ts'
import type { Bought } from '#tests/support/buyers/changes.ts'
import { REFERENCE_PAGE_CHECKS } from '#tests/support/checks/act-checks.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { ofPages, pageContext } from '#tests/support/staff/ask-page.ts'
import { addListedReference, unuseReference, useReference } from '#tests/support/staff/listed-reference.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

const house = openCancelHouse()

interface Opened {
  readonly screen?: {
    readonly prices: readonly object[]
    readonly agents: readonly object[]
    readonly sales: readonly object[]
    readonly chosen?: { readonly rows: readonly object[] }
  }
  readonly typed?: { readonly rowId: number; readonly quantity: string; readonly problem: string }
  readonly status: number
}

/** Of business 1, of business 2, of another show of business 1, and of no business. */
let one: StaffPerson
let others: readonly StaffPerson[]
let rowId: number
let bought: Bought
beforeAll(async () => {
  await database().query(`
    INSERT INTO feature (feature_id, name, feature_category_id, minutes, poster) SELECT 2, 'הצגה אחרת', 1, 90, poster FROM feature;
    UPDATE presentation SET feature_id = CASE presentation_id WHEN 3 THEN 2 ELSE 1 END`)
  await newCatalogue()
  one = await aStaffMember()
  others = [await aStaffMember({ businessIds: [2] }), await aStaffMember({ featureIds: [2] }), await aStaffMember({ businessIds: [] })]
  rowId = await addListedReference()
})
beforeEach(async () => {
  bought = await boughtBy(house.noa)
})

const PAGE = '/PRES-live/references'
const CHOSEN = 'priceType=1&priceId=49'

async function openPage(who: Pick<StaffPerson, 'cookie'>, query = '', form?: Readonly<Record<string, string>>): Promise<Opened | Response> {
  const open = await ofPages<(context: object) => Promise<Opened | Response>>('PRES-live/_references/_open.ts', 'openReferences')
  return open(pageContext(who, `${PAGE}?${query}`, form))
}

async function page(...asked: Parameters<typeof openPage>): Promise<Opened> {
  const opened = await openPage(...asked)
  if (opened instanceof Response) throw new Error(`There is no page: ${String(opened.status)}.`)
  return opened
}

const set = (quantity: string, expected = '5', row = rowId) => ({ act: 'set', rowId: String(row), quantity, expected })
const quantity = () => cellOf('SELECT uses FROM entitlement WHERE entitlement_id = $1', [rowId])

describe('the page of references', () => {
  test('R2.70 shows agents, the references of a ticket one by one, and what was sold with them', async () => {
    await useReference(rowId, bought.resId)
    await database().query(`UPDATE order_seat SET ref1 = 'A1'`)
    const { screen } = await page(one, CHOSEN)
    expect(screen?.prices).toEqual([expect.objectContaining({ PriceId: 49, Of: 'הצגת בדיקה', Quantity: 5, Used: 2 })])
    expect(screen?.agents).toEqual([expect.objectContaining({ priceId: 49, rowId, ticketName: 'ועד', featureName: 'הצגת בדיקה' })])
    expect(screen?.chosen?.rows).toEqual([expect.objectContaining({ PriceRowId: rowId, Quantity: 5, Used: 2 })])
    expect(screen?.sales).toEqual([expect.objectContaining({ Reference1: 'A1', Quantity: 2 })])
    expect((await page(one, 'dateType=1&startDate=2001-01-01&endDate=2001-01-02')).screen?.sales).toEqual([])
    expect((await page(one, 'startDate=2026-02-02&endDate=2026-01-01')).status).toBe(400)
    await unuseReference(rowId)
  })

  test('R2.70 R6.24 sets a quantity; a wrong one is said beside what was typed, and nothing is set', async () => {
    await useReference(rowId, bought.resId)
    for (const [typed, expected, status] of [
      ['many', '5', 400],
      ['-1', '5', 400],
      ['1000001', '5', 400],
      ['1', '5', 409],
      ['9', '4', 409],
    ] as const) {
      const wrong = await page(one, CHOSEN, set(typed, expected))
      expect([typed, wrong.status, wrong.typed]).toEqual([typed, status, { rowId, quantity: typed, problem: expect.stringMatching(/\S/) }])
    }
    expect(await quantity()).toBe(5)
    const done = await openPage(one, CHOSEN, set('7'))
    expect(done instanceof Response && done.headers.get('location')).toBe(`${PAGE}?${CHOSEN}&done=1`)
    expect(await quantity()).toBe(7)
    await openPage(one, CHOSEN, set('5', '7'))
    await unuseReference(rowId)
  })

  test('shows and sets nothing that is another’s', async () => {
    for (const who of others) {
      expect((await page(who)).screen).toMatchObject({ prices: [], agents: [], sales: [] })
      expect((await openPage(who, CHOSEN)).status).toBe(404)
      expect((await openPage(who, CHOSEN, set('9'))).status).toBe(404)
    }
    expect((await page(one, CHOSEN, set('9', '5', 0))).status).toBe(404)
    expect((await page(one, '', set('9'))).status).toBe(404)
    expect(await quantity()).toBe(5)
  })
})

test('R6.18 the page of references is of permission 266: who has none finds no such page, who is not signed in the door', async () => {
  for (const role of Object.keys(ROLES) as Role[]) {
    const member = await aStaffMember({ role })
    expect([role, (await openPage(member)).status]).toEqual([role, (ROLES[role] as readonly number[]).includes(266) ? 200 : 404])
  }
  expect(await openPage({ cookie: '' }, CHOSEN, set('9'))).toMatchObject({ member: undefined, screen: undefined })
  expect(await quantity()).toBe(5)
})

testChecks(REFERENCE_PAGE_CHECKS, {
  'the page of references is of its permission': async () => (await openPage(await aStaffMember({ role: 'boxOffice' }))).status === 200,
})
