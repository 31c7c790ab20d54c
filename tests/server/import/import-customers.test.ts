import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { readCatalogue } from '#lib/server/catalogue/catalogue-parts.ts'
import type { CatalogueFileInput } from '#lib/server/import/schema/catalogue-schema.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'

beforeEach(freshDatabase)

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const NOA = {
  ssn: '18',
  mobileNumber: '+972 54-731-4821',
  email: 'Noa@shura.example',
  isEmailProved: true,
  firstName: 'נועה',
  city: 'חיפה',
}
const MEMBER = { memberNumber: '1001', ssn: '000000018', membership: { id: 1, name: 'מועדון' }, uses: 4, tickets: [14] }
const GROUP = { id: 1, name: 'אולם', isByCodeEnabled: true }
const TICKETS = [
  { id: 11, name: 'רגיל', price: 89.9 },
  { id: 14, name: 'מועדון', price: 70, access: 'member' as const },
]

function run(change: Partial<CatalogueFileInput> = {}) {
  const whole = smallCatalogue({ ticketGroups: [{ ...GROUP, tickets: TICKETS }], ...change })
  return importCatalogue([asFile(whole)], { today: '2030-05-01' })
}

async function customers() {
  const { rows } = await database().query<{
    id: number
    first_name: string
    city: string
    mobile_number: string | null
    ssn: Buffer | null
    plate: string
  }>(
    `SELECT customer_id AS id, first_name, city, mobile_number, ssn_encrypted AS ssn, license_plate_number AS plate FROM customer ORDER BY customer_id`,
  )
  return rows
}

const ownersOf = async (table: string) => (await database().query<{ customer_id: number | null }>(`SELECT customer_id FROM ${table}`)).rows

describe('customers of a catalogue file', () => {
  test('are locked before their memberships and vouchers, as orders and sign-ins lock them', async () => {
    const voucher = { reference: 'GIFT-1', balance: 50, ownerMobile: '0547314821' }
    await run({ customers: [NOA], vouchers: [voucher], members: [MEMBER] })
    const [importing] = await inTransaction(async (buyer) => {
      await buyer.query('SELECT FROM customer FOR UPDATE')
      const begun = run({
        ...{ customers: [{ ...NOA, licensePlateNumber: '1234567' }], members: [{ ...MEMBER, uses: 5 }] },
        vouchers: [voucher, { ...voucher, reference: 'GIFT-2' }],
      })
      await untilWaiting(1, 'license_plate_number')
      await buyer.query('SELECT FROM entitlement FOR NO KEY UPDATE NOWAIT')
      await buyer.query('SELECT FROM system_voucher FOR NO KEY UPDATE NOWAIT')
      return [begun] as const
    })
    expect(await importing).toMatchObject({ problems: [] })
    expect((await customers())[0]).toMatchObject({ plate: '1234567' })
    expect([await ownersOf('entitlement'), (await ownersOf('system_voucher')).length]).toEqual([[{ customer_id: expect.any(Number) }], 2])
  })

  test('are written once with an encrypted ID number, and own their memberships and vouchers, whichever came first', async () => {
    await run({ members: [MEMBER] })
    expect(await ownersOf('entitlement')).toEqual([{ customer_id: null }])
    const vouchers = [{ reference: 'GIFT-1', balance: 50, ownerMobile: '0547314821' }]
    expect(await run({ customers: [NOA], vouchers })).toMatchObject({ problems: [] })
    const [noa] = await customers()
    expect(noa).toMatchObject({ first_name: 'נועה', mobile_number: '0547314821' })
    expect(decryptText(noa?.ssn ?? Buffer.alloc(0))).toBe('000000018')
    expect(await ownersOf('entitlement')).toEqual([{ customer_id: noa?.id }])
    expect(await ownersOf('system_voucher')).toEqual([{ customer_id: noa?.id }])
    expect(await run({ customers: [NOA], vouchers, members: [MEMBER] })).toMatchObject({ problems: [], changes: 0 })
  })

  test('keep what they changed themselves; the box office’s notes follow the file', async () => {
    await run({ customers: [NOA] })
    await database().query(`UPDATE customer SET city = 'לוד', mobile_number = '0501112233'`)
    await run({ customers: [{ ...NOA, firstName: 'אחרת', licensePlateNumber: '12-345-67', photo: { base64: PNG } }] })
    expect(await customers()).toMatchObject([{ first_name: 'נועה', city: 'לוד', mobile_number: '0501112233', plate: '12-345-67' }])
  })

  test.each([
    ['no number at all', [{ firstName: 'נועה' }], 'has neither'],
    ['a number that is none', [{ mobileNumber: '031234567' }], 'no Israeli mobile number'],
    ['an ID number with a wrong digit', [{ ssn: '123456789' }], 'no Israeli ID number'],
    ['one number twice', [NOA, { mobileNumber: '0547314821' }], 'another before it'],
    [
      'a password without a proved address',
      [{ mobileNumber: '0547314821', passwordHash: '$argon2id$v=19$m=8,t=1,p=1$YQ$YQ' }],
      'of no use',
    ],
    ['a picture that is none', [{ ...NOA, photo: { base64: 'AAAA' } }], 'no PNG, JPEG or WebP'],
  ])('with %s are refused, in messages without personal data', async (_what, list, sentence) => {
    const { problems } = await run({ customers: list })
    expect(problems.map((problem) => problem.sentence).join()).toContain(sentence)
    expect(JSON.stringify(problems)).not.toMatch(/0547314821|000000018|shura\.example/)
    expect(await customers()).toEqual([])
  })
})

test('R9.32 imports cancellation policies: the preset follows the law, others set their own terms, and a presentation must name an existing one', async () => {
  const [presentation] = smallCatalogue().presentations ?? []
  const policies = [
    { id: 1, name: 'החוק', preset: 'israeli-consumer-law' as const },
    { id: 2, name: 'לכרטיס', withinDays: 3, charge: { kind: 'perTicket' as const, amount: 4.5 }, chargeLimit: 20 },
  ]
  const withPolicy = (cancellationPolicyId: number) => (presentation ? [{ ...presentation, cancellationPolicyId }] : [])
  expect((await run({ cancellationPolicies: policies, presentations: withPolicy(3) })).problems).toHaveLength(1)
  for (const id of [1, 2]) {
    await run({ cancellationPolicies: policies, presentations: withPolicy(id) })
    const read = (await readCatalogue(1)).presentations.get(1)?.cancellation
    expect(read).toEqual(
      id === 1
        ? {
            id,
            name: 'החוק',
            withinDays: 14,
            beforeDays: 7,
            countsRestDays: false,
            charge: { kind: 'percent', percent: 5 },
            chargeLimit: 10_000,
          }
        : {
            id,
            name: 'לכרטיס',
            withinDays: 3,
            beforeDays: null,
            countsRestDays: true,
            charge: { kind: 'perTicket', amount: 450 },
            chargeLimit: 2000,
          },
    )
  }
})
