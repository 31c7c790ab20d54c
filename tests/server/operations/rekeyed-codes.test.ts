import { beforeEach, expect, test } from 'vitest'
import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { lookupOf, lookupsOf, membershipLookupsOf, opaqueName, ssnIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { referencesOfPrices } from '#lib/server/entitlements/reference-quantities.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { countUnreadable, rekey } from '#lib/server/operations/rekey/rekey.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { deriveKey, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'
import { cellOf, freshDatabase } from '#tests/support/database/database.ts'

const BEFORE = 'the secret of before with enough characters'
const SSN = '000000067'

process.env.SECRET = 'the secret of now which has enough characters'
process.env.SECRET_PREVIOUS = BEFORE

beforeEach(async () => {
  await freshDatabase()
  forgetCatalogue()
})

const GROUP = {
  ...{ id: 1, name: 'אולם', isByCodeEnabled: true },
  tickets: [
    { id: 11, name: 'רגיל', price: 89.9 },
    { id: 14, name: 'כניסה', price: 0, access: 'member' as const },
    { id: 15, name: 'ותיקים', price: 60, access: 'senior' as const },
  ],
}

const EIGHT = {
  ...{ id: 1, code: 'eight', name: 'שמונה ערבים', type: 'open' as const, tickets: [14], uses: 8 },
  prices: [
    {
      ...{ id: 12, code: 'student', name: 'סטודנט', price: 300, ref1prompt: 'מספר', referenceCheck: 'list' as const },
      references: [{ reference1: 'S-77', quantity: 1 }],
    },
  ],
}

async function run() {
  const seniorBenefits = [{ ssn: SSN, uses: 2, tickets: [15] }]
  const file = smallCatalogue({ ticketGroups: [GROUP], seniorBenefits, memberships: [EIGHT] })
  expect(await importCatalogue([asFile(file)], { today: '2030-05-01' })).toMatchObject({ problems: [] })
}

/** A customer whose ID number, benefit and bought membership were written under the secret of before. */
async function addCustomer(): Promise<void> {
  const [, index = ''] = ssnIndexesOf(SSN)
  const [, lookup = ''] = lookupsOf('senior', SSN)
  await database().query(`INSERT INTO customer (customer_id, first_name, ssn_index, ssn_encrypted) VALUES (1, 'נועה', $1, $2)`, [
    index,
    encryptText(SSN, deriveKey(BEFORE, 'pii')),
  ])
  await database().query(`UPDATE entitlement SET lookup = $1, public_code = $2, customer_id = 1 WHERE kind = 'senior'`, [
    lookup,
    opaqueName(lookup),
  ])
  await database().query(
    `INSERT INTO entitlement (kind, lookup, public_code, customer_id, membership_id) VALUES ('member', 'bought:its own', '7001', 1, 1)`,
  )
}

test('a benefit that was rekeyed is the same in the next import: what was used of it is not given anew', async () => {
  await run()
  await addCustomer()
  await database().query(
    `INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity)
     SELECT entitlement_id, gen_random_uuid(), 1, 2 FROM entitlement WHERE kind = 'senior'`,
  )
  await rekey()
  await run()
  const { rows } = await database().query(
    `SELECT lookup, is_active, (SELECT sum(quantity)::int FROM entitlement_use u WHERE u.entitlement_id = e.entitlement_id) AS used
     FROM entitlement e WHERE kind = 'senior'`,
  )
  expect(rows).toEqual([{ lookup: lookupOf('senior', SSN), is_active: true, used: 2 }])
})

test('a membership that was bought is found by its number alone after a rekey too, not by the ID number of who bought it', async () => {
  await run()
  await addCustomer()
  await rekey()
  expect(await cellOf(`SELECT lookup FROM entitlement WHERE kind = 'member'`)).toBe('bought:its own')
})

test('a benefit is its customer’s whose ID number is stored under the secret of before, whichever of them an import writes', async () => {
  await run()
  await addCustomer()
  const owner = () => cellOf(`SELECT customer_id FROM entitlement WHERE kind = 'senior'`)
  await database().query('UPDATE entitlement SET customer_id = NULL')
  const customers = [{ firstName: 'נועה', lastName: 'ברקאי', ssn: SSN }]
  expect(await importCatalogue([asFile({ customers })], { today: '2030-05-01' })).toMatchObject({ problems: [] })
  expect(await owner()).toBe(1)
  await database().query('UPDATE entitlement SET customer_id = NULL')
  await run()
  expect(await owner()).toBe(1)
})

test('what was bought with a reference of a membership stays counted under the new secret', async () => {
  await run()
  const [now, before] = membershipLookupsOf(referenceName(12, { ref1: 'S-77', ref2: null }))
  await database().query('UPDATE membership_reference SET lookup = $1', [before])
  await database().query(`
    INSERT INTO session (uuid, sid_hash) VALUES (md5('1')::uuid, '\\x01');
    INSERT INTO orders (order_id, reservation_identifier, document_key, holder, state, idempotency_key, body_hash, amount_due, seats_price, products_price,
      global_service_charge, first_name, last_name, email, mobile_number, locale)
    VALUES (md5('1')::uuid, 'res', 'doc', md5('1')::uuid, 'paid', 'key', '\\x01', 0, 0, 0, 0, 'נועה', '', '', '', 'he');
    INSERT INTO order_item (order_id, line, kind, subject_id, name, quantity, unit_price) VALUES (md5('1')::uuid, 1, 'membership', 1, 'מנוי', 1, 30000)`)
  await database().query(
    `INSERT INTO membership_purchase (order_id, line, gives_entries, uses, membership_price_id, reference_lookup) VALUES (md5('1')::uuid, 1, true, 8, 12, $1)`,
    [before],
  )
  await run()
  expect(await cellOf('SELECT lookup FROM membership_reference')).toBe(now)
  expect(await referencesOfPrices(database(), [12])).toMatchObject([{ quantity: 1, used: 1 }])
})

test('who has rekeyed is told of benefits of nobody and of references of memberships, not of what was bought, which no secret finds', async () => {
  await run()
  await addCustomer()
  await database().query('UPDATE entitlement SET customer_id = NULL')
  expect(await countUnreadable()).toBe(2)
})

test('a benefit that was imported anew under the secret of now keeps its name, and its row of before its own', async () => {
  await run()
  await addCustomer()
  await database().query(`INSERT INTO entitlement (kind, lookup, public_code, customer_id) SELECT 'senior', $1, $2, 1`, [
    lookupOf('senior', SSN),
    opaqueName(lookupOf('senior', SSN)),
  ])
  await rekey()
  const { rows } = await database().query<{ lookup: string }>(
    `SELECT lookup FROM entitlement WHERE kind = 'senior' ORDER BY entitlement_id`,
  )
  expect(rows.map(({ lookup }) => lookup)).toEqual([lookupsOf('senior', SSN)[1], lookupOf('senior', SSN)])
})
