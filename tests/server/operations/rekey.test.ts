import { beforeAll, expect, test } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { lookupOf, lookupsOf, ssnIndexesOf, voucherIndexesOf, voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { rekey } from '#lib/server/operations/rekey/rekey.ts'
import { decryptText, deriveKey, encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { freshDatabase } from '#tests/support/database/database.ts'

const BEFORE = 'the secret of before with enough characters'
const SSN = '000000018'
const HOOK = 'whsec_bGV0IG1lIGlu'
const FRIEND = JSON.stringify({ name: 'רון', channel: 'sms', to: '0521112233' })

process.env.SECRET = 'the secret of now which has enough characters'
process.env.SECRET_PREVIOUS = `${BEFORE}, one that was never used but is long enough`

beforeAll(freshDatabase)

/** The data of a customer, written under the previous secret. */
async function writeUnderEarlier(): Promise<void> {
  const earlier = deriveKey(BEFORE, 'pii')
  const [, ssnIndex = ''] = ssnIndexesOf(SSN)
  const [, lookup = ''] = lookupsOf('member', SSN)
  const [, voucherIndex = ''] = voucherIndexesOf('GIFT-1')
  await database().query(`INSERT INTO customer (customer_id, first_name, ssn_index, ssn_encrypted) VALUES (1, 'נועה', $1, $2)`, [
    ssnIndex,
    encryptText(SSN, earlier),
  ])
  await database().query(`INSERT INTO entitlement (kind, lookup, public_code, customer_id) VALUES ('member', $1, '1001', 1)`, [lookup])
  await database().query(`INSERT INTO system_voucher (reference_index, reference_encrypted) VALUES ($1, $2)`, [
    voucherIndex,
    encryptText('GIFT-1', earlier),
  ])
  await database().query(`INSERT INTO webhook (url, events, sealed_secret) VALUES ('https://box.example', '{order.paid}', $1)`, [
    encryptText(HOOK, earlier),
  ])
  await inTransaction(async (client) => {
    // Whose ticket it is does not matter here: its keys are not asked for.
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(
      `INSERT INTO sent_ticket (order_id, line, key_hash, sealed, locale) VALUES (gen_random_uuid(), 0, '\\x01', $1, 'he')`,
      [encryptText(FRIEND, earlier)],
    )
  })
}

const stored = async () =>
  (
    await database().query<{
      ssn: Buffer
      ssn_index: string
      lookup: string
      voucher: Buffer
      voucher_index: string
      friend: Buffer
      hook: Buffer
    }>(
      `SELECT ssn_encrypted AS ssn, ssn_index, lookup, reference_encrypted AS voucher, reference_index AS voucher_index, sealed AS friend, sealed_secret AS hook
       FROM customer JOIN entitlement USING (customer_id), system_voucher, sent_ticket, webhook`,
    )
  ).rows[0]

test('finds and reads data of an earlier secret, then stores it under the new one, once', async () => {
  await writeUnderEarlier()
  const before = await stored()
  expect(decryptText(before?.ssn ?? Buffer.alloc(0))).toBe(SSN)
  expect(ssnIndexesOf(SSN)).toContain(before?.ssn_index)
  expect(lookupsOf('member', SSN)).toContain(before?.lookup)
  expect(await rekey()).toMatchObject({
    'customer.ssn_encrypted': 1,
    'system_voucher.reference_encrypted': 1,
    'sent_ticket.sealed': 1,
    'webhook.sealed_secret': 1,
    'entitlement.lookup': 1,
  })
  const after = await stored()
  const current = [deriveKey(process.env.SECRET ?? '', 'pii')]
  expect(decryptText(after?.ssn ?? Buffer.alloc(0), current)).toBe(SSN)
  expect(decryptText(after?.voucher ?? Buffer.alloc(0), current)).toBe('GIFT-1')
  expect(decryptText(after?.friend ?? Buffer.alloc(0), current)).toBe(FRIEND)
  expect(decryptText(after?.hook ?? Buffer.alloc(0), current)).toBe(HOOK)
  expect(after).toMatchObject({ ssn_index: ssnIndexesOf(SSN)[0], lookup: lookupOf('member', SSN), voucher_index: voucherIndexOf('GIFT-1') })
  expect(Object.values(await rekey()).every((count) => count === 0)).toBe(true)
})

test('the money of a membership is stored under the new secret with its voucher, and stays that of its member', async () => {
  const reference = 'member:1001'
  const [, index = ''] = voucherIndexesOf(reference)
  await database().query(
    `INSERT INTO system_voucher (reference_index, reference_encrypted, balance, entitlement_id) SELECT $1, $2, 4000, entitlement_id FROM entitlement`,
    [index, encryptText(reference, deriveKey(BEFORE, 'pii'))],
  )
  expect(await rekey()).toMatchObject({ 'system_voucher.reference_encrypted': 1 })
  const { rows } = await database().query<{ sealed: Buffer; index: string; balance: number; number: string }>(
    `DELETE FROM system_voucher v USING entitlement e WHERE v.entitlement_id = e.entitlement_id
     RETURNING reference_encrypted AS sealed, reference_index AS index, balance, public_code AS number`,
  )
  expect(rows).toMatchObject([{ index: voucherIndexOf(reference), balance: 4_000, number: '1001' }])
  expect(decryptText(rows[0]?.sealed ?? Buffer.alloc(0), [deriveKey(process.env.SECRET ?? '', 'pii')])).toBe(reference)
})

test('stops at data of an unknown secret and loses nothing', async () => {
  const lost = encryptText(SSN, deriveKey('a secret that everybody has forgotten', 'pii'))
  await database().query('UPDATE customer SET ssn_encrypted = $1', [lost])
  await expect(rekey()).rejects.toThrow('not known here')
  expect((await stored())?.ssn.equals(lost)).toBe(true)
})
