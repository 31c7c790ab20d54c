import { beforeAll, describe, expect, it, test } from 'vitest'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { lookUpTicket, type TicketQuestion } from '#lib/server/entitlements/lookup/ticket-lookup.ts'
import { textOf } from '#lib/text/text.ts'
import { addCodeTickets, addEntitlement, addReference, grantTo, visitorWithId } from '#tests/support/buyers/codes.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, lineOf, seatAt } from '#tests/support/buyers/house.ts'

/** ID numbers of the tests. */
const ID = {
  member: '000000018',
  expired: '000000026',
  early: '000000034',
  spent: '000000042',
  elsewhere: '000000059',
  senior: '000000067',
}
const MORE = { seniorSpent: '000000075', nobody: '000000083', foreignMember: '000000091' }

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addCodeTickets()
  await addEntitlement({ kind: 'coupon', typed: 'TEN', tickets: [101, 301] })
  await addEntitlement({ kind: 'coupon', typed: 'PAIR', tickets: [102], uses: 3 })
  await addEntitlement({ kind: 'coupon', typed: 'USED', tickets: [101], uses: 0 })
  await addEntitlement({ kind: 'coupon', typed: 'ENDED', tickets: [101], ends: -1 })
  await addEntitlement({ kind: 'coupon', typed: 'SOON', tickets: [101], starts: 1 })
  await addEntitlement({ kind: 'coupon', typed: 'FOREIGN', tickets: [101], businessId: 2 })
  await addEntitlement({ kind: 'coupon', typed: 'RETIRED', tickets: [101], isActive: false })
  await addEntitlement({ kind: 'coupon', typed: 'GALLERY', tickets: [301] })
  await addEntitlement({ kind: 'coupon', typed: 'BOXOFFICE', tickets: [107] })
  await addEntitlement({ kind: 'coupon', typed: 'PRICELESS', tickets: [108] })
  await addEntitlement({ kind: 'coupon', typed: 'LAWN', tickets: [201] })
  await addEntitlement({ kind: 'coupon', typed: 'BOTH', tickets: [101, 102] })
  await addEntitlement({ kind: 'voucher', typed: 'SHOW-1', publicCode: 'v1', tickets: [106], uses: 2 })
  await addEntitlement({ kind: 'voucher', typed: 'SHOW-2', publicCode: 'v2', tickets: [106], uses: 2, ends: -1 })
  await addEntitlement({ kind: 'voucher', typed: 'SHOW-3', publicCode: 'v3', tickets: [106], uses: 0 })
  await addEntitlement({ kind: 'voucher', typed: 'BOTH', publicCode: 'v4', tickets: [106], uses: 1 })
  await addEntitlement({ kind: 'member', typed: ID.member, publicCode: '1001', tickets: [104], uses: 4, ends: 100 })
  await addEntitlement({ kind: 'member', typed: ID.expired, publicCode: '1002', tickets: [104], uses: 4, ends: -1 })
  await addEntitlement({ kind: 'member', typed: ID.early, publicCode: '1003', tickets: [104], uses: 4, starts: 1 })
  await addEntitlement({ kind: 'member', typed: ID.spent, publicCode: '1004', tickets: [104], uses: 0 })
  await addEntitlement({ kind: 'member', typed: ID.elsewhere, publicCode: '2001', tickets: [304], uses: 4 })
  await addEntitlement({ kind: 'member', typed: MORE.foreignMember, publicCode: '3001', tickets: [104], businessId: 2 })
  await addEntitlement({ kind: 'senior', typed: ID.senior, publicCode: 'benefit', tickets: [105], uses: 2 })
  await addEntitlement({ kind: 'senior', typed: MORE.seniorSpent, publicCode: 'benefit2', tickets: [105], uses: 0 })
  await addReference(131, 'S-77', 2)
  await addReference(131, 'S-78', 0)
})

async function look(question: TicketQuestion, uuid?: string, presentationId = 1) {
  return lookUpTicket({ uuid: uuid ?? (await visitorWithId()), locale: 'he' }, presentationId, question)
}

async function codeOf(question: TicketQuestion, uuid?: string, presentationId?: number): Promise<RefusalCode | 'found'> {
  const found = await look(question, uuid, presentationId)
  return found.ok ? 'found' : found.refusal.code
}

describe('R7.45 looks up the ticket of what is typed', () => {
  test('R1.6 a coupon: its ticket with the code, the uses left and the seats they cover', async () => {
    expect(await look({ ticketCode: ' pair ' })).toMatchObject({
      ok: true,
      value: {
        ticket: {
          id: 102,
          price: 100,
          code: 'PAIR',
          memberNumber: null,
          systemVoucher: null,
          multiplyFactor: 2,
          balance: 3,
          ticketGroupId: 1,
        },
        msg: 'נותרו 3 שימושים.',
        member: null,
      },
    })
  })

  test('R3.13 with all fields of a ticket', async () => {
    const found = await look({ ticketCode: 'PAIR' })
    const fields =
      'id price oldPrice serviceCharge pricePolicyId code ref1 ref2 ref1prompt ref2prompt memberNumber systemVoucher multiplyFactor walkin balance'
    expect(Object.keys(found.ok ? found.value.ticket : {})).toEqual(
      expect.arrayContaining([...fields.split(' '), 'quantity', 'ticketGroupId']),
    )
  })

  test('R5.31 computes the capacity of a coupon as balance times multiplyFactor, or the seat limit without a limit', async () => {
    expect(await look({ ticketCode: 'PAIR' })).toMatchObject({ ok: true, value: { ticket: { balance: 3, quantity: 6 } } })
    expect(await look({ ticketCode: 'TEN' })).toMatchObject({ ok: true, value: { ticket: { balance: null, quantity: 8 }, msg: '' } })
  })

  test('R1.6 a ticket voucher: its ticket, and a name for it that is not its reference', async () => {
    expect(await look({ ticketCode: 'show-1' })).toMatchObject({
      ok: true,
      value: { ticket: { id: 106, price: 0, code: null, systemVoucher: 'v1', balance: 2, quantity: 2 } },
    })
  })

  test('R6.15 an ID number of a member: the member’s ticket, number, membership and balance, but never the ID number', async () => {
    const found = await look({ ticketCode: ID.member })
    expect(found).toMatchObject({
      ok: true,
      value: {
        ticket: { id: 104, price: 75, memberNumber: '1001', code: null, balance: 4, quantity: 4 },
        member: { memberNumber: '1001', name: 'מועדון הבדיקה', memberCustomerName: 'נועה ברקאי', balance: 4, ticketGroupIds: [1] },
      },
    })
    expect(JSON.stringify(found)).not.toContain(ID.member)
  })

  test('an ID number of a senior: the benefit’s ticket under a name that reveals nothing', async () => {
    const found = await look({ ticketCode: ID.senior })
    expect(found).toMatchObject({ ok: true, value: { ticket: { id: 105, code: 'benefit', memberNumber: null, balance: 2 }, member: null } })
    expect(JSON.stringify(found)).not.toContain(ID.senior)
  })

  test('prefers a coupon to a voucher of the same code; ticketId selects one, ignoreTicketIds excludes one', async () => {
    expect(await look({ ticketCode: 'BOTH' })).toMatchObject({ ok: true, value: { ticket: { id: 101 } } })
    expect(await look({ ticketCode: 'BOTH', ticketId: 102 })).toMatchObject({ ok: true, value: { ticket: { id: 102, code: 'BOTH' } } })
    expect(await look({ ticketCode: 'BOTH', ticketId: 106 })).toMatchObject({
      ok: true,
      value: { ticket: { id: 106, systemVoucher: 'v4' } },
    })
    expect(await look({ ticketCode: 'BOTH', ignoreTicketIds: [101] })).toMatchObject({ ok: true, value: { ticket: { id: 102 } } })
    expect(await look({ ticketCode: 'BOTH', ignoreTicketIds: [101, 102] })).toMatchObject({ ok: true, value: { ticket: { id: 106 } } })
  })

  test('searches only the groups of sectionId and ticketGroupId', async () => {
    expect(await codeOf({ ticketCode: 'TEN', sectionId: 1, ticketGroupId: 1 })).toBe('found')
    expect(await codeOf({ ticketCode: 'TEN', sectionId: 2 })).toBe('ticketNotFound')
    expect(await codeOf({ ticketCode: 'TEN', sectionId: 77 })).toBe('ticketNotFound')
    expect(await codeOf({ ticketCode: 'TEN', ticketGroupId: 2 })).toBe('ticketNotFound')
    expect(await codeOf({ ticketCode: 'TEN', ticketGroupId: 3 })).toBe('ticketNotFound')
  })

  test('notes the result for this visitor only and reserves nothing', async () => {
    const uuid = await visitorWithId()
    await look({ ticketCode: 'PAIR' }, uuid)
    await look({ ticketCode: 'PAIR' }, uuid)
    const { rows } = await database().query(
      'SELECT public_code FROM session_grant JOIN entitlement USING (entitlement_id) WHERE uuid = $1',
      [uuid],
    )
    expect(rows).toEqual([{ public_code: 'PAIR' }])
    expect((await database().query('SELECT FROM entitlement_use')).rowCount).toBe(0)
  })
})

describe('the reference of a ticket with a prompt', () => {
  const student = { ticketId: 131, ticketCode: 's-77 ' }
  const soldier = (number: string, reference2 = 'גולני') => ({ ticketId: 132, ticketCode: number, reference2 })

  test('is accepted if it is listed, and returned as ref1 and ref2 with its balance', async () => {
    const uuid = await visitorWithId(null)
    expect(await look(student, uuid)).toMatchObject({
      ok: true,
      value: {
        ticket: { id: 131, ref1prompt: 'מספר סטודנט', ref1: 's-77', ref2: null, balance: 2, quantity: 2, isReferenceChecked: true },
      },
    })
    expect(await look(soldier('7777'), uuid)).toMatchObject({
      ok: true,
      value: { ticket: { id: 132, ref1: '7777', ref2: 'גולני', balance: null } },
    })
    expect(await look({ ticketId: 133, ticketCode: 'חבורת הזמר' })).toMatchObject({ ok: true, value: { ticket: { ref1: 'חבורת הזמר' } } })
  })

  test.each<[string, TicketQuestion, RefusalCode]>([
    ['R8.71 what is not on the list is not eligible', { ticketId: 131, ticketCode: 'S-79' }, 'referenceNotEligible'],
    ['R8.71 what is missing is not eligible', { ticketId: 131 }, 'referenceNotEligible'],
    ['R8.71 nor is half of it', { ticketId: 132, ticketCode: '7777' }, 'referenceNotEligible'],
    ['R8.71 nor what is refused elsewhere', soldier('7700'), 'referenceNotEligible'],
    ['R8.72 a check that fails is said to have failed', soldier('7799'), 'referenceCheckFailed'],
    ['what is used up', { ticketId: 131, ticketCode: 'S-78' }, 'TICKET_BALANCE_INSUFFICIENT'],
    ['a ticket that asks nothing', { ticketId: 11, ticketCode: 'S-77' }, 'ticketNotFound'],
  ])('%s', async (_what, question, code) => {
    expect(await codeOf(question)).toBe(code)
    expect(textOf('he')(`errors.${code}`)).toMatch(/[א-ת]/)
  })
})

describe('the look-up is refused', () => {
  test.each<[string, TicketQuestion, RefusalCode]>([
    ['R8.59 where nobody knows the code', { ticketCode: 'NOBODY' }, 'codeNotFound'],
    ['R8.59 where the code has ended', { ticketCode: 'ENDED' }, 'codeNotFound'],
    ['R8.59 where the code is not valid yet', { ticketCode: 'SOON' }, 'codeNotFound'],
    ['R8.59 where the code is of another business', { ticketCode: 'FOREIGN' }, 'codeNotFound'],
    ['R8.59 where the code was withdrawn', { ticketCode: 'RETIRED' }, 'codeNotFound'],
    ['R8.60 where the code is for tickets that are not sold here', { ticketCode: 'GALLERY' }, 'ticketNotFound'],
    ['R8.60 where only the box office sells it', { ticketCode: 'BOXOFFICE' }, 'ticketNotFound'],
    ['R8.60 where its ticket has no price', { ticketCode: 'PRICELESS' }, 'ticketNotFound'],
    ['R8.60 where the group takes no codes', { ticketCode: 'LAWN', ticketGroupId: 2 }, 'ticketNotFound'],
    ['R8.60 where that ticket is not sold here', { ticketCode: 'TEN', ticketId: 301 }, 'ticketNotFound'],
    ['R5.27 where the coupon is used up', { ticketCode: 'USED' }, 'COUPON_USED'],
    ['R8.61 where the voucher is empty', { ticketCode: 'SHOW-3' }, 'voucherBalance'],
    ['R8.62 where the voucher has ended', { ticketCode: 'SHOW-2' }, 'voucherExpired'],
    ['R8.64 where nobody is a member under the number', { ticketCode: MORE.nobody }, 'memberNotFound'],
    ['R8.64 where the membership is of another business', { ticketCode: MORE.foreignMember, ticketId: 104 }, 'memberNotFound'],
    ['R8.65 where the membership gives nothing here', { ticketCode: ID.elsewhere }, 'noValidMember'],
    ['R8.66 where the membership has not begun', { ticketCode: ID.early }, 'memberNotStarted'],
    ['R8.67 where the membership has ended', { ticketCode: ID.expired }, 'memberExpired'],
    ['R8.68 where the membership has no tickets left', { ticketCode: ID.spent }, 'memberNoneAvailable'],
    ['R8.69 where there is no benefit under the number', { ticketCode: MORE.nobody, ticketId: 105 }, 'seniorNotFound'],
    ['R8.70 where the benefit is used up', { ticketCode: MORE.seniorSpent }, 'seniorNoBalance'],
    ['where no code is given', {}, 'BAD_REQUEST'],
  ])('%s', async (_where, question, code) => {
    expect(await codeOf(question)).toBe(code)
    expect(textOf('he')(`errors.${code}`)).toMatch(/[א-ת]/)
  })

  test('for an unknown presentation', async () => {
    expect(await codeOf({ ticketCode: 'TEN' }, undefined, 77)).toBe('NOT_FOUND')
  })

  test('R5.27 in the words of the specification', () => {
    expect(textOf('he')('errors.COUPON_USED')).toBe('קוד קופון כבר שומש, אנא נסו קופון אחר.')
  })

  it('R8.59 alike for unknown, foreign, expired, future and withdrawn codes', async () => {
    const answers = await Promise.all(
      ['NOBODY', 'FOREIGN', 'ENDED', 'SOON', 'RETIRED'].map(async (ticketCode) => JSON.stringify(await look({ ticketCode }))),
    )
    expect(new Set(answers)).toEqual(new Set(['{"ok":false,"refusal":{"code":"codeNotFound"}}']))
  })

  it('except that a foreign code works where it belongs', async () => {
    expect(await codeOf({ ticketCode: 'FOREIGN' }, undefined, 2)).toBe('found')
    expect(await codeOf({ ticketCode: ID.elsewhere }, undefined, 3)).toBe('found')
  })
})

describe('R8.63 without a valid ID number', () => {
  test.each<[string, TicketQuestion]>([
    ['R5.13 a discount code', { ticketCode: 'TEN' }],
    ['R5.13 a discount code of one ticket', { ticketCode: 'TEN', ticketId: 101 }],
    ['R5.14 a voucher', { ticketCode: 'SHOW-1', ticketId: 106 }],
    ['R5.15 a membership', { ticketCode: '000000019', ticketId: 104 }],
    ['R5.16 a senior benefit', { ticketCode: 'ABC', ticketId: 105 }],
  ])('does not look up %s', async (_what, question) => {
    expect(await codeOf(question, await visitorWithId(null))).toBe('invalidSSN')
  })

  test('R5.15 R5.16 takes the ID number of members and seniors from what they type', async () => {
    const uuid = await visitorWithId(null)
    expect(await codeOf({ ticketCode: String(Number(ID.member)) }, uuid)).toBe('found')
    expect(await codeOf({ ticketCode: ID.senior }, uuid)).toBe('found')
  })

  test('R5.13 takes that of codes from the cart: stored encrypted, never answered, and forgotten after an invalid one', async () => {
    const uuid = await visitorWithId(null)
    await storeCartOf(uuid, { customerInfo: { firstName: 'נועה', ssn: '12345678-2' } })
    expect(await codeOf({ ticketCode: 'TEN' }, uuid)).toBe('found')
    const { rows } = await database().query<{ customer_info: unknown; cart: unknown; ssn_encrypted: Buffer }>(
      'SELECT * FROM session WHERE uuid = $1',
      [uuid],
    )
    expect(rows[0]?.customer_info).toEqual({ firstName: 'נועה' })
    expect(JSON.stringify(rows) + (rows[0]?.ssn_encrypted.toString('latin1') ?? '')).not.toContain('12345678')
    await storeCartOf(uuid, { presentations: [] })
    expect(await codeOf({ ticketCode: 'TEN' }, uuid)).toBe('found')
    await storeCartOf(uuid, { customerInfo: { ssn: '123456789' } })
    expect(await codeOf({ ticketCode: 'TEN' }, uuid)).toBe('invalidSSN')
    expect((await database().query('SELECT customer_info FROM session WHERE uuid = $1', [uuid])).rows).toEqual([
      { customer_info: { firstName: 'נועה' } },
    ])
  })
})

describe('the same membership', () => {
  test('R5.17 cannot be entered again while it is in the cart', async () => {
    const uuid = await visitorWithId()
    expect(await codeOf({ ticketCode: ID.member }, uuid)).toBe('found')
    const line = lineOf(seatAt(1, 1), 104)
    const cart = (seats: (typeof line)[]) => ({ presentations: [{ id: 1, seats }] })
    expect(await storeCartOf(uuid, cart([{ ...line, ticket: { ...line.ticket, memberNumber: '1001' } }]))).toMatchObject({ ok: true })
    expect(await codeOf({ ticketCode: ID.member }, uuid)).toBe('MEMBERSHIP_CODE_TWICE')
    await storeCartOf(uuid, cart([]))
    expect(await codeOf({ ticketCode: ID.member }, uuid)).toBe('found')
  })

  test('R5.17 cannot be entered again at one presentation while it is in the cart at another', async () => {
    await database().query(`
      INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, lone_seats) VALUES (4, 1, 1, 1, now() + interval '5 days', 'allowed');
      INSERT INTO presentation_price VALUES (4, 'A', 1, 1);
      UPDATE catalogue_version SET version = version + 1`)
    forgetCatalogue()
    const uuid = await visitorWithId()
    expect(await codeOf({ ticketCode: ID.member }, uuid)).toBe('found')
    const line = lineOf({ ...seatAt(1, 1), PresentationId: 4 }, 104)
    const member = { ...line, ticket: { ...line.ticket, memberNumber: '1001' } }
    const presentations = [
      { id: 1, seats: [lineOf(seatAt(1, 1))] },
      { id: 4, seats: [member] },
    ]
    expect(await storeCartOf(uuid, { presentations })).toMatchObject({ ok: true })
    expect(await codeOf({ ticketCode: ID.member }, uuid)).toBe('MEMBERSHIP_CODE_TWICE')
  })

  test('R6.15 gives nothing to a visitor who only knows its number, nor does any code that was not looked up', async () => {
    const uuid = await visitorWithId()
    const store = (ticketId: number, names: Partial<ReturnType<typeof lineOf>['ticket']>) => {
      const line = lineOf(seatAt(1, 1), ticketId)
      return storeCartOf(uuid, { presentations: [{ id: 1, seats: [{ ...line, ticket: { ...line.ticket, ...names } }] }] })
    }
    expect(await store(104, { memberNumber: '1001' })).toMatchObject({ refusal: { code: 'memberNotFound' } })
    expect(await store(101, { code: 'TEN' })).toMatchObject({ refusal: { code: 'codeNotFound' } })
    expect(await store(106, { systemVoucher: 'v1' })).toMatchObject({ refusal: { code: 'codeNotFound' } })
    expect(await store(105, { code: 'benefit' })).toMatchObject({ refusal: { code: 'seniorNotFound' } })
    expect(await store(131, { ref1: 'S-77' })).toMatchObject({ refusal: { code: 'referenceNotEligible' } })
    const { rows } = await database().query<{ id: number }>(
      `SELECT entitlement_id AS id FROM entitlement WHERE public_code IN ('1001', 'TEN')`,
    )
    await grantTo(uuid, ...rows.map(({ id }) => id))
    expect(await store(104, { memberNumber: '1001' })).toMatchObject({ ok: true })
    expect(await store(101, { code: 'ten' })).toMatchObject({ ok: true })
  })
})
