import { beforeAll, describe, expect, test } from 'vitest'
import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { membershipLookupsOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { lookUpReference } from '#lib/server/entitlements/membership-references.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { addMemberships, buyMemberships, STUDENT } from '#tests/support/sold/memberships.ts'
import { askStaff } from '#tests/support/staff/ask-staff.ts'
import { aStaffMember, type StaffPerson } from '#tests/support/staff/staff.ts'

openCancelHouse()

const PAIR = { reference: 'S-3', reference2: 'K-7' }
const lookup = membershipLookupsOf(referenceName(12, { ref1: PAIR.reference, ref2: PAIR.reference2 }))[0]

/** Of business 1, whose memberships they are, and of business 2. */
let one: StaffPerson
let two: StaffPerson
beforeAll(async () => {
  await addMemberships()
  await database().query('INSERT INTO membership_reference VALUES (12, $1, 4)', [lookup])
  ;[one, two] = [await aStaffMember(), await aStaffMember({ businessIds: [2] })]
})

const MONITORS = 'monitors/TicketReferencePromptAdmin'
const edit = (who: StaffPerson, body: object, price = 12) =>
  askStaff(who, `editReferencePromptOptionQuantity/1/2/${String(price)}/0`, { method: 'POST', body })
const quantities = () => cellOf('SELECT array_agg(quantity ORDER BY quantity) FROM membership_reference')

/** Buys the student’s membership by a reference, which is used once more then. */
async function use(reference1: string): Promise<void> {
  const uuid = await newVisitor()
  await lookUpReference({ uuid, caller: `10.9.${uuid.slice(0, 2)}.1`, network: null }, { priceId: 12, reference1, reference2: null })
  expect(await buyMemberships(uuid, [{ membershipId: 1, membershipPriceId: 12, reference1 }], STUDENT)).toMatchObject({ ok: true })
}

describe('the references of a price of a membership', () => {
  test('R7.83 R7.84 are listed with how often they may be and were used, to the staff of its business', async () => {
    await use('S-2')
    const row = { PriceType: 2, PriceId: 12 }
    const { body } = await askStaff(one, `${MONITORS}/data`)
    expect(body.prices).toEqual([{ ...row, Name: 'סטודנט', Of: 'מנוי 1', BusinessId: 1, References: 3, Quantity: 7, Used: 1 }])
    expect((await askStaff(one, `${MONITORS}/data?businessIds=1`)).body).toEqual(body)
    const none = [await askStaff(one, `${MONITORS}/data?businessIds=2`), await askStaff(two, `${MONITORS}/data`)]
    expect(none.map(({ body: { prices } }) => prices as unknown)).toEqual([[], []])
    const detail = `${MONITORS}Detail/data?priceType=2&priceId=12`
    const rows = (await askStaff(one, detail)).body.rows as { Quantity: number; Used: number }[]
    expect(rows.toSorted((a, b) => a.Quantity - b.Quantity)).toEqual(
      [
        [1, 0],
        [2, 1],
        [4, 0],
      ].map(([Quantity, Used]) => ({ ...row, PriceRowId: 0, Reference1: '', Reference2: '', Quantity, Used })),
    )
    expect((await askStaff(two, detail)).status).toBe(404)
    expect((await askStaff(one, `${MONITORS}Detail/data?priceType=1&priceId=12`)).status).toBe(404)
  })

  test('R7.86 the quantity of the pair that is named is set, of that price, never below what was used', async () => {
    await use('S-2')
    expect((await edit(one, { ...PAIR, quantity: 9, expectedQuantity: 4 })).body).toEqual({ success: true, Quantity: 9, Used: 0 })
    expect(await quantities()).toEqual([1, 2, 9])
    const refused = [
      await edit(one, { ...PAIR, quantity: 5, expectedQuantity: 4 }),
      await edit(one, { reference: 'S-2', quantity: 0 }),
      await edit(one, { reference: PAIR.reference, quantity: 5 }),
      await edit(one, { ...PAIR, quantity: 5 }, 11),
      await edit(two, { ...PAIR, quantity: 5 }),
    ]
    expect(refused.map(({ status, body: { error } }) => [status, error as unknown])).toEqual([
      [409, 'QUANTITY_CHANGED'],
      [409, 'QUANTITY_USED'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ])
    expect((await edit(one, { reference: 'S-2', quantity: 1 })).body).toEqual({ success: true, Quantity: 1, Used: 1 })
    expect(await quantities()).toEqual([1, 1, 9])
  })
})
