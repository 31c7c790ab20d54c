import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MembershipItem } from '#lib/contract/order/membership-cart.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { cancellationOfferOf } from '#lib/server/orders/cancel/cancellation.ts'
import { replaceProvider } from '#lib/server/providers/payment/current-provider.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { cancelCode, cancelled, givenBack, newCatalogue, openCancelHouse, signedIn, stateOf } from '#tests/support/buyers/cancels.ts'
import { FaultBuyer } from '#tests/support/buyers/fault-buyer.ts'
import { cartOf, CUSTOMER, emptyHouse } from '#tests/support/buyers/house.ts'
import { asFile } from '#tests/support/catalogue-files.ts'
import { checkInvariants } from '#tests/support/database/database.ts'
import { untilWaiting } from '#tests/support/database/until-waiting.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { FaultyProvider } from '#tests/support/providers/faulty-provider.ts'
import { ADULT, addMemberships, boughtMembers, buyMemberships, EIGHT, TOPPABLE, TWELVE, useEntry } from '#tests/support/sold/memberships.ts'

const house = openCancelHouse()
beforeAll(addMemberships)

/** Buys as the signed-in customer. */
async function bought(item: MembershipItem, due: number): Promise<{ readonly resId: string; readonly number: string }> {
  const made = await buyMemberships(house.noa.visitor.uuid, [item], due)
  if (!made.ok) throw new Error(made.refusal.code)
  return { resId: made.value.reservationIdentifier, number: (await boughtMembers()).at(-1)?.memberNumber ?? '' }
}

async function use(number: string, times: number): Promise<void> {
  for (let x = 1; x <= times; x++) expect(await useEntry(house.noa.visitor.uuid, number, x)).toMatch(/^.{20}$/)
}

describe('a membership is cancelled', () => {
  test('unused: its policy keeps five percent, and no entry can be used any more', async () => {
    const { resId, number } = await bought(ADULT, EIGHT)
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: EIGHT, charge: 4_000, isWhole: true, policyName: 'מנוי' })
    expect([await stateOf(resId), await givenBack()]).toEqual(['refunded', [EIGHT - 4_000]])
    expect(await boughtMembers()).toMatchObject([{ isActive: false, uses: 0 }])
    expect(await useEntry(house.noa.visitor.uuid, number, 1)).toBe('memberNotFound')
  })

  test('after three of eight entries: their part of the price is kept, and their seats stay', async () => {
    const { resId, number } = await bought(ADULT, EIGHT)
    await use(number, 3)
    const { decision } = await cancelled(house.noa.visitor, resId)
    expect(decision).toMatchObject({ worth: EIGHT, charge: 30_000 + 2_500 })
    expect(await givenBack()).toEqual([50_000 - 2_500])
    expect(await boughtMembers()).toMatchObject([{ isActive: false, uses: 3 }])
    const { rows } = await database().query('SELECT FROM order_seat WHERE cancellation_id IS NULL')
    expect(rows).toHaveLength(3)
  })

  test('but not once all of its entries are used, nor an unlimited one after its first use', async () => {
    const { resId, number } = await bought(ADULT, EIGHT)
    await use(number, 8)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('CANCEL_NOT_ALLOWED')
    const unlimited = await bought({ membershipId: 3, membershipPriceId: 31 }, 90_000)
    expect(await useEntry(house.noa.visitor.uuid, unlimited.number, 9)).toMatch(/^.{20}$/)
    expect(await cancelCode(house.noa.visitor, unlimited.resId)).toBe('CONTACT_PROVIDER')
  })

  test('but not after the days of its policy, nor without a policy', async () => {
    const { resId } = await bought(ADULT, EIGHT)
    await database().query(`UPDATE orders SET created_at = created_at - interval '16 days', settled_at = settled_at - interval '16 days'`)
    expect(await cancelCode(house.noa.visitor, resId)).toBe('TOO_FAR_FROM_PURCHASE_DATE')
    const never = await bought({ membershipId: 7, membershipPriceId: 71 }, 100)
    expect(await cancelCode(house.noa.visitor, never.resId)).toBe('CANCEL_NOT_ALLOWED')
  })

  test('with its deadline and refund shown before', async () => {
    const { resId } = await bought(ADULT, EIGHT)
    const offer = await cancellationOfferOf(house.noa.visitor, resId, undefined)
    expect(offer).toMatchObject({ ok: true, value: { decision: { ok: true, value: { worth: EIGHT, charge: 4_000 } } } })
    const until = offer.ok && offer.value.decision.ok ? offer.value.decision.value.until : null
    expect((until ?? 0) - Date.now()).toBeGreaterThan(14 * 86_400_000)
    expect((until ?? 0) - Date.now()).toBeLessThan(15 * 86_400_000)
  })

  test('for one of two purchases of a number: the oldest entries count as used first, and the other purchase stays', async () => {
    const first = await bought(TOPPABLE, TWELVE)
    await use(first.number, 3)
    const second = await bought({ ...TOPPABLE, isTopup: true, memberNumber: first.number }, TWELVE)
    const { decision } = await cancelled(house.noa.visitor, second.resId)
    expect(decision).toMatchObject({ worth: TWELVE, charge: 1_800 })
    expect(await boughtMembers()).toMatchObject([{ isActive: true, uses: 12 }])
    await cancelled(house.noa.visitor, first.resId)
    expect(await boughtMembers()).toMatchObject([{ isActive: false, uses: 3 }])
    expect(await givenBack()).toEqual([TWELVE - 1_800, 27_000 - 1_350])
  })

  test('that was topped up: with the top-up go the days that it added, and the first purchase keeps its own', async () => {
    const first = await bought(TOPPABLE, TWELVE)
    await database().query(`UPDATE order_item SET valid_until = now() + interval '1 day'`)
    await database().query(`UPDATE entitlement SET ends_at = valid_until FROM order_item WHERE public_code = $1`, [first.number])
    const endsWithFirst = `SELECT e.ends_at = i.valid_until AS is FROM entitlement e, order_item i JOIN orders o USING (order_id) WHERE o.reservation_identifier = $1`
    const endsOfFirst = async () => (await database().query<{ is: boolean }>(endsWithFirst, [first.resId])).rows[0]?.is
    const second = await bought({ ...TOPPABLE, isTopup: true, memberNumber: first.number }, TWELVE)
    expect(await endsOfFirst()).toBe(false)
    await cancelled(house.noa.visitor, second.resId)
    expect(await endsOfFirst()).toBe(true)
  })

  describe('three of one order', () => {
    const [unlimited, all] = [{ membershipId: 3, membershipPriceId: 31 }, EIGHT + TWELVE + 90_000]

    /** @returns the reservation, and the names of its items */
    async function three(): Promise<{ readonly resId: string; readonly items: readonly string[] }> {
      const made = await buyMemberships(house.noa.visitor.uuid, [ADULT, TOPPABLE, unlimited], all)
      if (!made.ok) throw new Error(made.refusal.code)
      return { resId: made.value.reservationIdentifier, items: made.value.ticketIdentifiers }
    }

    test('at once: the limit of their policy counts once', async () => {
      const { resId } = await three()
      expect((await cancelled(house.noa.visitor, resId)).decision).toMatchObject({ worth: all, charge: 10_000 })
    })

    test('one after the other: together they cost no more than at once', async () => {
      const { resId, items } = await three()
      const charges: number[] = []
      for (const item of items) charges.push((await cancelled(house.noa.visitor, resId, { items: [item] })).decision.charge)
      expect(charges).toEqual([4_000, 1_800, 10_000 - 4_000 - 1_800])
    })

    test('one of them used: what was used is kept beside the limit, and does not use it up', async () => {
      const { resId, items } = await three()
      const [eight] = await boughtMembers()
      await use(eight?.memberNumber ?? '', 3)
      const [first, ...others] = items
      expect((await cancelled(house.noa.visitor, resId, { items: [first ?? ''] })).decision).toMatchObject({ charge: 30_000 + 2_500 })
      expect((await cancelled(house.noa.visitor, resId, { items: others })).decision).toMatchObject({ charge: 6_300 })
    })

    test('one of them used, and a use of it taken back since: what was used then stays beside the limit', async () => {
      const { resId, items } = await three()
      const [eight] = await boughtMembers()
      const seat = await useEntry(house.noa.visitor.uuid, eight?.memberNumber ?? '', 1)
      const [first, ...others] = items
      expect((await cancelled(house.noa.visitor, resId, { items: [first ?? ''] })).decision).toMatchObject({ charge: 10_000 + 3_500 })
      await cancelled(house.noa.visitor, seat)
      expect((await cancelled(house.noa.visitor, resId, { items: others })).decision).toMatchObject({ charge: 6_300 })
    })
  })

  test('waits for an import that blocks claims before it locks its entries, which the import writes next', async () => {
    const { resId } = await bought(ADULT, EIGHT)
    const [cancelling] = await inTransaction(async (client) => {
      await client.query('LOCK TABLE seat_claim IN SHARE ROW EXCLUSIVE MODE')
      const begun = cancelled(house.noa.visitor, resId)
      await untilWaiting(1, 'seat_claim')
      await client.query('SELECT FROM entitlement ORDER BY entitlement_id FOR NO KEY UPDATE NOWAIT')
      return [begun] as const
    })
    expect((await cancelling).decision).toMatchObject({ charge: 4_000 })
  })

  test('during an order that uses an entry: the entry counts for only one of them', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 6; round++) {
      await emptyHouse()
      house.noa = await signedIn()
      const { resId, number } = await bought(ADULT, EIGHT)
      const [entered, left] = await Promise.all([
        useEntry(house.noa.visitor.uuid, number, 1),
        cancelled(house.noa.visitor, resId).then(({ decision }) => decision.charge),
      ])
      expect([
        [20, 10_000 + 3_500],
        [entered.length, 4_000],
      ]).toContainEqual([entered.length, left])
      await checkInvariants()
    }
  })
})

describe('a crash', () => {
  const provider = new FaultyProvider()
  beforeAll(letDieAtQueries)
  beforeEach(() => {
    replaceProvider(provider)
  })

  /** Every n-th query of a commit; CRASH_STEP=1 takes all. */
  const STEP = Number(process.env.CRASH_STEP ?? 2)

  async function play(at: number | undefined, isAfter: boolean): Promise<number> {
    const buyer = new FaultBuyer(provider, [])
    await buyer.hold()
    expect(await storeCartOf(buyer.uuid, { memberships: [ADULT], customerInfo: CUSTOMER })).toMatchObject({ ok: true })
    const { formName } = await buyer.openForm()
    const cart = { ...cartOf([], provider.fillIn(formName, 'card')), memberships: [ADULT] }
    const asked = await liveUntil(at, isAfter, () => commit(buyer.uuid, { cart }, 'he'))
    const where = `${isAfter ? 'after' : 'before'} ${asked.at(-1) ?? ''}`
    await buyer.settle()
    const paid = (await buyer.orders()).filter((state) => state === 'paid').length
    const due = paid * EIGHT
    expect({
      where,
      lies: buyer.lies,
      own: await buyer.ownNet(),
      theirs: provider.netOf(buyer.uuid),
      had: (await boughtMembers()).length,
    }).toEqual({
      ...{ where, lies: [], own: due, theirs: due, had: paid },
    })
    await checkInvariants()
    return asked.length
  }

  test('at any step of a commit leaves it paid and issued, once, or neither', { timeout: 600_000 }, async () => {
    const steps = await play(undefined, false)
    for (let at = 0; at < steps; at += STEP) {
      await emptyHouse()
      await play(at, at % 4 < 2)
    }
  })

  test('after a form was paid and the buyer did not return still makes its membership', async () => {
    const buyer = new FaultBuyer(provider, [])
    await buyer.hold()
    await storeCartOf(buyer.uuid, { memberships: [ADULT], customerInfo: CUSTOMER })
    const { formName } = await buyer.openForm()
    provider.fillIn(formName, 'wallet')
    await buyer.tell(formName)
    await buyer.settle()
    expect(await buyer.orders()).toEqual(['paid'])
    expect(await boughtMembers()).toMatchObject([{ uses: 8, isActive: true }])
  })
})

describe('a membership of an import', () => {
  const memberOf = (number: string, more: { readonly ends?: string; readonly uses?: number } = {}) => ({
    ...{ memberNumber: number, ssn: '000000018', name: 'נועה', membership: { id: 2, name: 'מנוי 2' }, uses: 5, tickets: [114] },
    ...more,
  })
  const listed = (...member: Parameters<typeof memberOf>) => asFile({ members: [memberOf(...member)] })

  const of = async (number: string) => {
    const { rows } = await database().query<{ uses: number | null; endsAt: Date | null; isActive: boolean }>(
      `SELECT uses, ends_at AS "endsAt", is_active AS "isActive" FROM entitlement WHERE public_code = $1`,
      [number],
    )
    return rows[0]
  }

  /** Gives a member of an import, with five entries, to the visitor. */
  async function imported(number: string): Promise<void> {
    expect((await importCatalogue([listed(number)])).problems).toEqual([])
    await database().query(
      `INSERT INTO session_grant (uuid, entitlement_id) SELECT $2::uuid, entitlement_id FROM entitlement WHERE public_code = $1`,
      [number, house.noa.visitor.uuid],
    )
  }

  async function topUp(number: string): Promise<string> {
    return (await bought({ ...TOPPABLE, isTopup: true, memberNumber: number }, TWELVE)).resId
  }

  /** A member with five entries, who has used three of them and then tops them up. */
  async function toppedUp(number: string): Promise<string> {
    await imported(number)
    await use(number, 3)
    return topUp(number)
  }

  test('uses the entries that it had first: a top-up is cancelled as one that is not used', async () => {
    const resId = await toppedUp('1001')
    expect((await cancelled(house.noa.visitor, resId)).decision).toMatchObject({ worth: TWELVE, charge: 1_800 })
    expect(await of('1001')).toMatchObject({ uses: 5, isActive: true })
  })

  test('that has no end has none after a top-up', async () => {
    await toppedUp('1002')
    expect(await of('1002')).toMatchObject({ uses: 17, endsAt: null })
  })

  test('keeps what was bought when the import comes again, and the later end', async () => {
    const resId = await toppedUp('1003')
    expect((await importCatalogue([listed('1003')])).problems).toEqual([])
    expect(await of('1003')).toMatchObject({ uses: 17, endsAt: null })
    expect((await importCatalogue([listed('1003', { ends: '2026-12-31T00:00' })])).problems).toEqual([])
    const ended = await of('1003')
    expect(ended?.uses).toBe(17)
    expect(ended?.endsAt?.getTime()).toBeGreaterThan(Date.now() + 364 * 86_400_000)
    await cancelled(house.noa.visitor, resId)
    expect((await importCatalogue([listed('1003', { ends: '2026-12-31T00:00' })])).problems).toEqual([])
    expect(await of('1003')).toMatchObject({ uses: 5, endsAt: new Date('2026-12-30T22:00:00Z') })
  })

  test('stays without limit after an unlimited top-up when the import comes again', async () => {
    await database().query('UPDATE membership SET uses = NULL WHERE membership_id = 2')
    await newCatalogue()
    try {
      await toppedUp('1004')
      expect(await of('1004')).toMatchObject({ uses: null })
      expect((await importCatalogue([listed('1004')])).problems).toEqual([])
      expect(await of('1004')).toMatchObject({ uses: null })
    } finally {
      await database().query('UPDATE membership SET uses = 12 WHERE membership_id = 2')
      await newCatalogue()
    }
  })

  test('that was topped up is not locked by an import that changes nothing of it', async () => {
    await toppedUp('1005')
    await inTransaction(async (buyer) => {
      await buyer.query('SELECT FROM entitlement ORDER BY entitlement_id FOR UPDATE')
      expect(await importCatalogue([listed('1005')])).toMatchObject({ changes: 0, problems: [] })
    })
  })

  test.each([
    ['for the first time and', '1006', 0, [memberOf('1006', { uses: 6 })], { uses: 6 + 12, isActive: true }],
    ['once more and', '1007', 1, [memberOf('1007', { uses: 6 })], { uses: 6 + 24, isActive: true }],
    ['and no longer listed when it', '1008', 0, [], { uses: 5 + 12, isActive: true }],
  ])('that is being topped up %s is imported keeps what is bought', async (_what, number, before, members, after) => {
    await imported(number)
    for (let times = 0; times < before; times++) await topUp(number)
    const both = await inTransaction(async (client) => {
      await client.query('LOCK TABLE session_grant IN SHARE MODE')
      const buying = topUp(number)
      await untilWaiting(1, 'session_grant')
      const importing = importCatalogue([asFile({ members })])
      await untilWaiting(2, 'entitlement')
      return [buying, importing] as const
    })
    expect((await Promise.all(both))[1].problems).toEqual([])
    expect(await of(number)).toMatchObject(after)
  })

  test('that is topped up while an import waits for another member keeps what is bought', async () => {
    await toppedUp('1009')
    await imported('1010')
    const [importing] = await inTransaction(async (client) => {
      await client.query(`SELECT FROM entitlement WHERE public_code = '1009' FOR UPDATE`)
      const begun = importCatalogue([asFile({ members: [memberOf('1009', { uses: 6 }), memberOf('1010')] })])
      await untilWaiting(1, 'entitlement')
      await topUp('1010')
      return [begun] as const
    })
    expect((await importing).problems).toEqual([])
    expect([await of('1009'), await of('1010')]).toMatchObject([{ uses: 6 + 12 }, { uses: 5 + 12 }])
  })
})
