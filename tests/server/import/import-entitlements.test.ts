import { beforeEach, describe, expect, it, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'
import { asFile, smallCatalogue, smallPlan } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

beforeEach(freshDatabase)

const MEMBER = { memberNumber: '1001', ssn: '000000018', name: 'נועה', membership: { id: 1, name: 'מועדון' }, uses: 4, tickets: [14] }
const CODES: Partial<CatalogueFileInput> = {
  ticketGroups: [
    {
      id: 1,
      name: 'אולם',
      isByCodeEnabled: true,
      tickets: [
        { id: 11, name: 'רגיל', price: 89.9 },
        { id: 13, name: 'קופון', price: 80, access: 'code' },
        { id: 14, name: 'מועדון', price: 70, access: 'member' },
        { id: 15, name: 'ותיקים', price: 60, access: 'senior' },
        { id: 16, name: 'שובר', price: 0, access: 'voucher' },
        { id: 17, name: 'סטודנט', price: 70, ref1prompt: 'מספר', referenceCheck: 'list' },
      ],
    },
  ],
  coupons: [{ code: 'Ten', uses: 10, tickets: [13], endsAt: '2030-06-01T00:00' }],
  ticketVouchers: [{ reference: 'SHOW-1', uses: 2, tickets: [16], businessId: 2 }],
  members: [{ ...MEMBER, starts: { day: 0, time: '00:00' } }],
  seniorBenefits: [{ ssn: '67', uses: 2, tickets: [15] }],
  references: [{ ticketId: 17, reference1: 'S-77', quantity: 1 }],
  vouchers: [{ reference: 'GIFT-1', balance: 50, businessIds: [1] }],
}

const MOVED = { id: 1, featureId: 1, venueId: 1, start: '2030-05-06T20:30', prices: { hall: 1 } }

function run(change: Partial<CatalogueFileInput> = {}, base = CODES) {
  return importCatalogue([asFile(smallCatalogue({ ...base, ...change }))], { today: '2030-05-01' })
}

async function entitlements() {
  const { rows } = await database().query<{
    kind: string
    lookup: string
    public_code: string
    uses: number
    is_active: boolean
    tickets: number[]
  }>(
    `SELECT kind, lookup, public_code, uses, is_active, array(SELECT ticket_id FROM entitlement_ticket t WHERE t.entitlement_id = e.entitlement_id) AS tickets
     FROM entitlement e ORDER BY kind, public_code`,
  )
  return rows
}

describe('codes, memberships and benefits', () => {
  test('are written with uses, times and tickets; ID numbers and references as keyed hashes', async () => {
    expect(await run()).toMatchObject({ problems: [], version: 1 })
    const rows = await entitlements()
    expect(rows).toMatchObject([
      { kind: 'coupon', lookup: 'TEN', public_code: 'TEN', uses: 10, is_active: true, tickets: [13] },
      { kind: 'member', public_code: '1001', uses: 4, tickets: [14] },
      { kind: 'reference', uses: 1, tickets: [17] },
      { kind: 'senior', uses: 2, tickets: [15] },
      { kind: 'voucher', uses: 2, tickets: [16] },
    ])
    for (const { lookup } of rows.slice(1)) expect(lookup).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(rows)).not.toMatch(/000000018|000000067|SHOW-1|S-77/)
    const { rows: times } = await database().query(
      `SELECT ends_at FROM entitlement WHERE kind = 'coupon' UNION ALL SELECT starts_at FROM entitlement WHERE kind = 'member'`,
    )
    expect(times).toEqual([{ ends_at: new Date('2030-05-31T21:00Z') }, { ends_at: new Date('2030-04-30T21:00Z') }])
  })

  test('change nothing on a second import, and keep their uses', async () => {
    await run()
    await database().query(
      `INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity) SELECT entitlement_id, gen_random_uuid(), 1, 1 FROM entitlement`,
    )
    expect(await run()).toMatchObject({ changes: 0, version: undefined })
    expect(await run({ coupons: [{ code: 'TEN', uses: 11, tickets: [13], endsAt: '2030-06-01T00:00' }] })).toMatchObject({ changes: 1 })
    expect((await database().query('SELECT FROM entitlement_use')).rowCount).toBe(5)
  })

  test('are not locked if they are unchanged: a purchase and an import do not wait for each other', async () => {
    await run()
    await inTransaction(async (buyer) => {
      await buyer.query('SELECT FROM entitlement ORDER BY entitlement_id FOR UPDATE')
      expect(await run()).toMatchObject({ changes: 0, problems: [] })
    })
  })

  test.each<[string, Partial<CatalogueFileInput>]>([
    ['a plan changes', { seatplans: [smallPlan([4, 4, 5])] }],
    ['a date moves to another plan', { presentations: [{ ...MOVED, seatplanId: 2 }] }],
  ])('are locked after claims, as orders lock them, if %s', async (_what, change) => {
    await run({ seatplans: [smallPlan(), { ...smallPlan([5, 5]), id: 2 }] })
    const [importing] = await inTransaction(async (buyer) => {
      await buyer.query('DELETE FROM seat_claim')
      const begun = run({ ...change, coupons: [{ code: 'TEN', uses: 11, tickets: [13], endsAt: '2030-06-01T00:00' }] })
      await untilWaiting(1, 'seat_claim')
      await buyer.query('SELECT FROM entitlement ORDER BY entitlement_id FOR NO KEY UPDATE NOWAIT')
      return [begun] as const
    })
    expect(await importing).toMatchObject({ problems: [] })
    expect((await entitlements())[0]).toMatchObject({ kind: 'coupon', uses: 11 })
  })

  test('become invalid if a given list omits them and valid if it has them again; lists that are not given stay', async () => {
    await run()
    const { coupons: _coupons, members: _members, ...others } = CODES
    await run({ coupons: [] }, others)
    expect((await entitlements()).map(({ kind, is_active: isActive }) => [kind, isActive])).toEqual([
      ['coupon', false],
      ...['member', 'reference', 'senior', 'voucher'].map((kind) => [kind, true]),
    ])
    await run()
    expect((await entitlements())[0]).toMatchObject({ kind: 'coupon', is_active: true })
  })

  test('give exactly the tickets of the latest file', async () => {
    await run()
    const [group] = CODES.ticketGroups ?? []
    const ticketGroups = group
      ? [{ ...group, tickets: [...group.tickets, { id: 18, name: 'קופון', price: 1, access: 'code' as const }] }]
      : []
    await run({ ticketGroups, coupons: [{ code: 'TEN', uses: 10, tickets: [18], endsAt: '2030-06-01T00:00' }] })
    expect((await entitlements())[0]?.tickets).toEqual([18])
  })
})

describe('prepaid vouchers', () => {
  const vouchers = async (): Promise<readonly object[]> => {
    const { rows } = await database().query<object>(
      `SELECT balance, state, allows_partial, business_ids,
         (SELECT sum(amount)::int FROM voucher_ledger l WHERE l.system_voucher_id = v.system_voucher_id) AS ledger FROM system_voucher v`,
    )
    return rows
  }

  test('are loaded once, whatever later files say of their value or state; where they are accepted may change', async () => {
    await run()
    expect(await vouchers()).toEqual([{ balance: 5000, state: 'active', allows_partial: true, business_ids: [1], ledger: 5000 }])
    await run({ vouchers: [{ reference: 'gift 1', balance: 500, state: 'cancelled', allowsPartial: false }] })
    expect(await vouchers()).toEqual([{ balance: 5000, state: 'active', allows_partial: false, business_ids: null, ledger: 5000 }])
  })
})

describe('a file is refused', () => {
  const open = { id: 11, name: 'רגיל', price: 10 }
  const group = (...tickets: NonNullable<CatalogueFileInput['ticketGroups']>[number]['tickets']) => ({
    ticketGroups: [{ id: 1, name: 'אולם', tickets }],
  })
  it.each<[string, Partial<CatalogueFileInput>, RegExp]>([
    [
      'where a code gives a ticket that is not there',
      { coupons: [{ code: 'A1', uses: 1, tickets: [99] }] },
      /coupons\[0\]\.tickets\[0\]: ticket 99: there is no such/,
    ],
    [
      'where a code gives a ticket of another access',
      { coupons: [{ code: 'A1', uses: 1, tickets: [14] }] },
      /ticket 14: its access is not "code"/,
    ],
    [
      'where a reference is of a ticket without a list',
      { references: [{ ticketId: 11, reference1: 'a', quantity: 1 }] },
      /references\[0\]\.ticketId: ticket 11/,
    ],
    ['where an ID number is none', { members: [{ ...MEMBER, ssn: '123456789' }] }, /members\[0\]\.ssn: is no Israeli ID number/],
    ['where an ID number of a benefit is none', { seniorBenefits: [{ ssn: 'x', uses: 1, tickets: [15] }] }, /seniorBenefits\[0\]\.ssn/],
    [
      'where a code is there twice',
      { coupons: ['TEN', 'ten'].map((code) => ({ code, uses: 1, tickets: [13] })) },
      /coupons\[1\]: says the same code, number or reference/,
    ],
    ['where a membership number is there twice', { members: [MEMBER, { ...MEMBER, ssn: '000000026' }] }, /members\[1\]: says the same/],
    [
      'where a voucher is there twice',
      { vouchers: ['G-1', 'g1'].map((reference) => ({ reference, balance: 1 })) },
      /vouchers\[1\]: has the same reference/,
    ],
    [
      'where something ends before it starts',
      { coupons: [{ code: 'A1', uses: 1, tickets: [13], startsAt: '2030-06-01T00:00', endsAt: '2030-05-01T00:00' }] },
      /coupons\[0\]\.endsAt: is not after its start/,
    ],
    ['where uses are negative', { coupons: [{ code: 'A1', uses: -1, tickets: [13] }] }, /coupons\[0\]\.uses/],
    ['where a group begins with a ticket by code', group({ ...open, access: 'code' }), /tickets\[0\]: is what a newly selected seat gets/],
    [
      'where a group begins with a ticket of the box office',
      group({ ...open, walkin: true }),
      /tickets\[0\]: is what a newly selected seat gets/,
    ],
    [
      'where a group has tickets for several seats only',
      group({ ...open, multiplyFactor: 2, access: 'code' }),
      /tickets: has no ticket for one seat/,
    ],
    [
      'where a ticket by code checks what is typed',
      group(open, { ...open, id: 12, access: 'code', ref1prompt: 'מספר', referenceCheck: 'list' }),
      /tickets\[1\]: checks what is typed, so it is open/,
    ],
    ['where a ticket for several seats is open', group(open, { ...open, id: 12, multiplyFactor: 2 }), /tickets\[1\]: covers several seats/],
    [
      'where what is typed is checked but not asked for',
      group(open, { ...open, id: 12, referenceCheck: 'list' }),
      /tickets\[1\]: checks what is typed/,
    ],
  ])('%s', async (_where, change, sentence) => {
    const base = 'ticketGroups' in change ? {} : CODES
    const { problems } = await run(change, base)
    expect(problems.map(writeRemark).join('\n')).toMatch(sentence)
    expect(problems.map(writeRemark).join('\n')).not.toMatch(/123456789|000000018/)
    expect((await database().query('SELECT FROM entitlement')).rowCount).toBe(0)
  })
})
