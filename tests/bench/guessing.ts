import { RANDOM_SIGNS } from '#lib/domain/entitlements/voucher-reference.ts'
import { encryptText } from '#lib/server/platform/secrets/secrets.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { voucherIndexOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { guessedReference, guessReferences } from '#tests/support/sold/voucher-guesses.ts'
import { scaled, type Bench } from './bench.ts'

const VOUCHERS = 100_000
const ADDRESSES = 200
const QUARTER = 900

/** A million guesses of voucher references by 200 addresses against the rule and the database of the shop. GUESS_SECONDS ends it before. */
export async function benchGuessing({ print }: Bench): Promise<void> {
  await addVouchers(VOUCHERS)
  const begun = performance.now()
  const seconds = Number(process.env.GUESS_SECONDS ?? 1_200)
  const { tried, compared, found } = await guessReferences({ tries: scaled(1_000_000), width: 32, addresses: ADDRESSES, seconds })
  const took = (performance.now() - begun) / 1_000
  const aQuarter = compared / Math.ceil(took / QUARTER)
  const hours = (count: number): number => ((count / aQuarter) * QUARTER) / 3_600
  print(
    `guessing: ${String(tried)} tries by ${String(ADDRESSES)} addresses at ${String(VOUCHERS)} vouchers in ${took.toFixed(0)} s: ${String(found)} found, ` +
      `${String(compared)} compared, ${String(tried - compared)} told to wait; comparing a million would take ${hours(1_000_000).toFixed(0)} hours, ` +
      `one hit on average ${(hours(32 ** RANDOM_SIGNS / VOUCHERS) / 8_766).toExponential(1)} years`,
  )
  if (found > 0) throw new Error('A reference was guessed.')
}

async function addVouchers(count: number): Promise<void> {
  const hidden = encryptText('of nobody')
  for (let made = 0; made < count; made += 10_000) {
    const indexes = Array.from({ length: 10_000 }, () => voucherIndexOf(guessedReference()))
    await database().query(
      `WITH made AS (
         INSERT INTO system_voucher (reference_index, reference_encrypted, balance) SELECT unnest($1::text[]), $2, 10000 RETURNING system_voucher_id)
       INSERT INTO voucher_ledger (system_voucher_id, kind, amount) SELECT system_voucher_id, 'load', 10000 FROM made`,
      [indexes, hidden],
    )
  }
}
