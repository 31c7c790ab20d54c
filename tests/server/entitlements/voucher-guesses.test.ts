import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buyerHolding, makeVoucher } from '#tests/support/buyers/vouchers.ts'
import { guessReferences, tryReference } from '#tests/support/sold/voucher-guesses.ts'

const ADDRESSES = 10

beforeAll(freshDatabase)

/** `npm run bench -- guessing` tries a million. */
test('guesses of references by many addresses find none, and all but twenty of each address wait, also with a right one', async () => {
  const right = await makeVoucher(10_000)
  expect(await tryReference(ADDRESSES, right, await buyerHolding([]))).toBe('found')
  const guessed = await guessReferences({ tries: ADDRESSES * 50, width: 16, addresses: ADDRESSES, seconds: 60 })
  expect(guessed).toEqual({ tried: 500, compared: 20 * ADDRESSES, found: 0 })
  for (let address = 0; address < ADDRESSES; address++) expect(await tryReference(address, right)).toBe('wait')
})
