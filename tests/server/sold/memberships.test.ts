import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MembershipItem } from '#lib/contract/order/membership-cart.ts'
import { storedCart } from '#lib/contract/order/order-cart.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { storeCartOf, cartOf as storedCartOf } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { checkoutOf } from '#lib/server/orders/commit/checkout.ts'
import { availableMembersOf, availableMembersOfCustomer } from '#lib/server/entitlements/lookup/available-members.ts'
import { membershipLookupsOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { withCodeTickets } from '#lib/server/entitlements/lookup/code-tickets.ts'
import { lookUpReference, proveReferences } from '#lib/server/entitlements/membership-references.ts'
import { becomeCustomer } from '#lib/server/customers/sign-in/customers.ts'
import { reservationOf } from '#lib/server/orders/read/reservations.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { openCancelHouse } from '#tests/support/buyers/cancels.ts'
import { newVisitor } from '#tests/support/buyers/changes.ts'
import { cartOf, CUSTOMER, fromHere, lineOf, prepareCard, seatAt } from '#tests/support/buyers/house.ts'
import { letDieAtQueries, liveUntil } from '#tests/support/processes/crash-points.ts'
import { asFile } from '#tests/support/catalogue-files.ts'
import {
  ADULT,
  addMemberships,
  boughtMembers,
  buyMemberships,
  EIGHT,
  STUDENT,
  TOPPABLE,
  TWELVE,
  useEntry,
} from '#tests/support/sold/memberships.ts'

const house = openCancelHouse()
beforeAll(addMemberships)

type Made = Awaited<ReturnType<typeof buyMemberships>>

async function codeOf(made: Promise<Made>): Promise<string | undefined> {
  const result = await made
  return result.ok ? undefined : result.refusal.code
}

async function memberNumber(): Promise<string> {
  return (await boughtMembers()).at(-1)?.memberNumber ?? ''
}

/** The states of the seats that a visitor has: H locked, P being paid. */
async function claimsOf(uuid: string): Promise<readonly string[]> {
  const { rows } = await database().query<{ state: string }>(
    `SELECT state FROM seat_claim WHERE holder = $1 AND (state <> 'H' OR expires_at > now()) ORDER BY state`,
    [uuid],
  )
  return rows.map(({ state }) => state)
}

/** Looks up a reference from an address derived from the visitor. */
function lookUp(uuid: string, reference1: string) {
  return lookUpReference({ uuid, caller: `10.9.${uuid.slice(0, 2)}.1`, network: null }, { priceId: 12, reference1, reference2: null })
}

const STUDENT_ITEM: MembershipItem = { membershipId: 1, membershipPriceId: 12, reference1: 'S-1' }

describe('a membership', () => {
  test('belongs to the buyer once it is paid, and takes a seat at once', async () => {
    const uuid = await newVisitor()
    const made = await buyMemberships(uuid, [ADULT], EIGHT)
    expect(made).toMatchObject({ ok: true, value: { ticketIdentifiers: [expect.stringMatching(/^.{20}$/)] } })
    const [member] = await boughtMembers()
    expect(member).toMatchObject({ uses: 8, isActive: true, holderName: 'נועה ברקאי' })
    expect(await useEntry(uuid, member?.memberNumber ?? '', 1)).toMatch(/^.{20}$/)
    expect(await availableMembersOf(uuid, [1])).toMatchObject([{ balance: 7, usedBalance: 1, isAvailable: true }])
  })

  test('R3.34 is among the available members with every field, for its buyer alone', async () => {
    const { visitor, customerId } = house.noa
    const made = await buyMemberships(visitor.uuid, [{ ...ADULT, name: 'דנה כץ', additionalName: 'אורי כץ' }], EIGHT)
    const [identifier] = made.ok ? made.value.ticketIdentifiers : []
    const [member] = await availableMembersOfCustomer(visitor.uuid, customerId, [1])
    expect(member).toEqual({
      ...{ memberNumber: await memberNumber(), name: 'מנוי 1', additionalName: 'אורי כץ', memberCustomerName: 'דנה כץ' },
      ...{ membershipId: 1, membershipTypeId: 1, balance: 8, customerId, membershipIdentifier: identifier, startDate: null },
      ...{ endDate: expect.stringMatching(/T2[12]:00:00.000Z$/) as unknown, isAvailable: true, isExpired: false, isNotStarted: false },
      ...{ allowMemberSaleTickets: true, usedBalance: 0, ticketGroupIds: [1] },
    })
    expect(await availableMembersOf(await newVisitor(), [1])).toEqual([])
    expect(await useEntry(await newVisitor(), await memberNumber(), 2)).toBe('memberNotFound')
  })

  test('has a number with a check digit, which is not an ID number', async () => {
    await buyMemberships(await newVisitor(), [ADULT], EIGHT)
    const number = await memberNumber()
    expect(number).toMatch(/^7\d{9}$/)
    expect(normaliseIsraeliId(number)).toBeUndefined()
    const sum = [...number]
      .map(Number)
      .reduce((total, digit, at) => total + [...String(digit * (at % 2 === 0 ? 2 : 1))].map(Number).reduce((a, b) => a + b), 0)
    expect(sum % 10).toBe(0)
  })

  test('R7.20 is stored in the cart and paid from it; the seats chosen before stay out of the order', async () => {
    const uuid = await newVisitor()
    const seats = { presentations: [{ id: 1, seats: [lineOf(seatAt(5, 5))] }], customerInfo: CUSTOMER }
    expect((await storeCartOf(uuid, seats)).ok).toBe(true)
    const item = { ...ADULT, currencyId: 1, reference1: null, reference2: null, memberNumber: null, isTopup: false, seat: null }
    expect(await storeCartOf(uuid, { memberships: [item] })).toMatchObject({
      ok: true,
      value: { totals: { othersPrice: EIGHT, balanceDue: EIGHT } },
    })
    expect(await checkoutOf(uuid, 'he')).toMatchObject({ ok: true, value: { totals: { balanceDue: EIGHT }, seats: [] } })
  })

  test('R4.61 replaces the other carts and keeps the customer', async () => {
    const uuid = await newVisitor()
    await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(seatAt(5, 5))] }], customerInfo: CUSTOMER })
    await storeCartOf(uuid, { memberships: [ADULT] })
    const stored = await storedCartOf(uuid)
    expect(stored).toMatchObject({ memberships: [ADULT], presentations: [], customerInfo: { firstName: CUSTOMER.firstName } })
  })

  test('R4.61 frees the seats that were locked, and leaves those of a payment under way', async () => {
    letDieAtQueries()
    const uuid = await newVisitor()
    const [paying, chosen] = [seatAt(1, 5), seatAt(4, 5)]
    expect((await lock(paying, fromHere(uuid))).ok).toBe(true)
    const cart = cartOf([paying], await prepareCard(uuid, 11_200))
    await liveUntil('lock-order', false, () => commit(uuid, { cart }, 'he'))
    expect((await lock(chosen, fromHere(uuid))).ok).toBe(true)
    expect((await storeCartOf(uuid, { presentations: [{ id: 1, seats: [lineOf(chosen)] }] })).ok).toBe(true)
    expect((await storeCartOf(uuid, { memberships: [{ ...ADULT, membershipPriceId: 99 }] })).ok).toBe(false)
    expect(await claimsOf(uuid)).toEqual(['H', 'P'])
    expect((await storeCartOf(uuid, { memberships: [ADULT] })).ok).toBe(true)
    expect(await claimsOf(uuid)).toEqual(['P'])
    expect((await lock(chosen, fromHere(await newVisitor()))).ok).toBe(true)
  })

  test('R3.39 is stored as ids and references: without a price or unknown fields', async () => {
    const uuid = await newVisitor()
    const item = { ...ADULT, name: 'דנה כץ', additionalName: 'אורי כץ' }
    const { memberships } = storedCart.parse({ memberships: [{ ...item, price: 7, seat: null }] })
    await storeCartOf(uuid, { ...(memberships && { memberships }) })
    expect((await storedCartOf(uuid))?.memberships).toEqual([{ ...item, seat: null }])
  })

  test('is shown in its reservation', async () => {
    const made = await buyMemberships(house.noa.visitor.uuid, [ADULT], EIGHT)
    const resId = made.ok ? made.value.reservationIdentifier : ''
    expect(await reservationOf(resId, house.noa.visitor)).toMatchObject({ Quantity: 1, ResStateId: 1, featureName: 'מנוי 1, רגיל' })
  })

  test('bought by a guest belongs to the customer who proves the contact that it was bought with', async () => {
    await buyMemberships(await newVisitor(), [ADULT], EIGHT)
    expect(await boughtMembers()).toMatchObject([{ customerId: null }])
    const customerId = await inTransaction((client) => becomeCustomer(client, { mobileNumber: '0547314821' }))
    expect(await boughtMembers()).toMatchObject([{ customerId }])
  })

  test('stays valid after an import of members without it', async () => {
    await buyMemberships(await newVisitor(), [ADULT], EIGHT)
    expect((await importCatalogue([asFile({ members: [] })])).problems).toEqual([])
    expect(await boughtMembers()).toMatchObject([{ isActive: true }])
  })

  test('is not issued after a declined card, and another card buys it', async () => {
    const uuid = await newVisitor()
    expect(await codeOf(buyMemberships(uuid, [ADULT], EIGHT, {}, 'declined'))).toBe('CARD_DECLINED')
    expect(await boughtMembers()).toEqual([])
    expect(await codeOf(buyMemberships(uuid, [ADULT], EIGHT))).toBeUndefined()
  })
})

describe('is refused', () => {
  test.each<[string, string, readonly MembershipItem[]]>([
    ['R9.6 twice at one price', 'MEMBERSHIP_LIMIT', [ADULT, ADULT]],
    ['R9.6 in a quantity of two', 'MEMBERSHIP_LIMIT', [{ ...ADULT, quantity: 2 }]],
    ['of an unknown id', 'MEMBERSHIP_NOT_FOUND', [{ membershipId: 99, membershipPriceId: 11 }]],
    ['at a price of another', 'MEMBERSHIP_NOT_FOUND', [{ membershipId: 1, membershipPriceId: 21 }]],
    ['before its sale', 'SALE_NOT_OPEN', [{ membershipId: 4, membershipPriceId: 41 }]],
    ['after its sale', 'SALE_CLOSED', [{ membershipId: 5, membershipPriceId: 51 }]],
    ['R8.50 a series without dates, which the house has to correct', 'GENERAL_ERROR', [{ membershipId: 6, membershipPriceId: 61 }]],
    ['R5.22 in two currencies', 'CURRENCY_MIXED', [ADULT, { membershipId: 1, membershipPriceId: 13 }]],
    ['R5.22 under the currency of another price', 'CURRENCY_MIXED', [{ ...ADULT, currencyId: 2 }]],
    ['in a currency that is not charged', 'CURRENCY_NOT_CHARGED', [{ membershipId: 1, membershipPriceId: 13, currencyId: 2 }]],
    ['without the reference that its price asks for', 'referenceNotEligible', [{ ...STUDENT_ITEM, reference1: '  ' }]],
    ['with a reference that was never looked up', 'referenceNotEligible', [STUDENT_ITEM]],
    ['in another shape', 'BAD_REQUEST', [{ membershipId: 1 } as MembershipItem]],
  ])('%s: %s', async (_name, code, items) => {
    expect(await codeOf(buyMemberships(await newVisitor(), items, EIGHT))).toBe(code)
    expect(await boughtMembers()).toEqual([])
  })

  test('beside a seat', async () => {
    const uuid = await newVisitor()
    const seats = [lineOf(seatAt(1, 1))]
    expect(await codeOf(buyMemberships(uuid, [ADULT], EIGHT, { seats }))).toBe('CART_INCOMPATIBLE')
    expect(await storeCartOf(uuid, { memberships: [ADULT], presentations: [{ id: 1, seats }] })).toMatchObject({
      refusal: { code: 'CART_INCOMPATIBLE' },
    })
  })
})

describe('a reference of a list', () => {
  test('R3.32 applies its price for a visitor who has looked it up, as often as it is listed', async () => {
    const [first, second] = [await newVisitor(), await newVisitor()]
    for (const uuid of [first, second]) expect(await lookUp(uuid, ' s-1 ')).toMatchObject({ ok: true })
    expect(await codeOf(buyMemberships(first, [STUDENT_ITEM], STUDENT))).toBeUndefined()
    expect(await codeOf(buyMemberships(second, [STUDENT_ITEM], STUDENT))).toBe('TICKET_BALANCE_INSUFFICIENT')
    expect(await lookUp(second, 'S-1')).toMatchObject({ refusal: { code: 'TICKET_BALANCE_INSUFFICIENT' } })
  })

  test('R7.20 is a pair where two are listed: neither the first alone nor another second one is it', async () => {
    const [reference1, reference2] = ['S-5', 'K-7']
    const lookup = membershipLookupsOf(referenceName(12, { ref1: reference1, ref2: reference2 }))[0]
    await database().query('INSERT INTO membership_reference VALUES (12, $1, 1)', [lookup])
    const uuid = await newVisitor()
    const look = (second: string | null) =>
      lookUpReference({ uuid, caller: '10.7.0.1', network: null }, { priceId: 12, reference1, reference2: second })
    for (const second of [null, 'K-8']) expect(await look(second)).toMatchObject({ refusal: { code: 'referenceNotEligible' } })
    expect(await look(reference2)).toMatchObject({ ok: true })
    const buy = (second: string | null) => codeOf(buyMemberships(uuid, [{ ...STUDENT_ITEM, reference1, reference2: second }], STUDENT))
    expect([await buy(null), await buy('K-8'), await buy(reference2)]).toEqual(['referenceNotEligible', 'referenceNotEligible', undefined])
  })

  test('is looked up by the form that chooses it, before its price is calculated', async () => {
    const uuid = await newVisitor()
    const guesser = { uuid, caller: '10.8.0.1', network: null }
    const from = await catalogue()
    expect(await proveReferences(guesser, from, [ADULT, { ...STUDENT_ITEM, reference1: 'X' }])).toMatchObject({
      refusal: { code: 'referenceNotEligible' },
    })
    expect(await storeCartOf(uuid, { memberships: [STUDENT_ITEM] })).toMatchObject({ refusal: { code: 'referenceNotEligible' } })
    expect(await proveReferences(guesser, from, [ADULT, STUDENT_ITEM])).toMatchObject({ ok: true })
    expect(await storeCartOf(uuid, { memberships: [STUDENT_ITEM] })).toMatchObject({ ok: true })
  })

  test('is used by only one of two buyers who pay at once', async () => {
    const buyers = await Promise.all([newVisitor(), newVisitor(), newVisitor()])
    for (const uuid of buyers) await lookUp(uuid, 'S-1')
    const codes = await Promise.all(buyers.map((uuid) => codeOf(buyMemberships(uuid, [STUDENT_ITEM], STUDENT))))
    expect(codes.toSorted()).toEqual(['TICKET_BALANCE_INSUFFICIENT', 'TICKET_BALANCE_INSUFFICIENT', undefined])
  })

  test('cannot be guessed: wrong attempts are limited like those of codes', async () => {
    const uuid = await newVisitor()
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 6; n++) {
      const looked = await lookUp(uuid, `X-${String(n)}`)
      codes.push(looked.ok ? undefined : looked.refusal.code)
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'referenceNotEligible'), 'TOO_MANY_CODES'])
  })
})

describe('a top-up', () => {
  test('by its holder adds entries and days to the same number', async () => {
    const { uuid } = house.noa.visitor
    await buyMemberships(uuid, [TOPPABLE], TWELVE)
    const number = await memberNumber()
    await useEntry(uuid, number, 1)
    await database().query(`UPDATE entitlement SET ends_at = now() + interval '1 day' WHERE public_code = $1`, [number])
    const again = { ...TOPPABLE, isTopup: true, memberNumber: number }
    expect(await codeOf(buyMemberships(uuid, [again], TWELVE))).toBeUndefined()
    expect(await boughtMembers()).toMatchObject([{ memberNumber: number, uses: 24 }])
    const [member] = await availableMembersOf(uuid, [1])
    expect(member).toMatchObject({ balance: 23, usedBalance: 1 })
    expect(Date.parse(member?.endDate ?? '')).toBeGreaterThan(Date.now() + 300 * 86_400_000)
  })

  test.each<[string, string, (number: string) => MembershipItem]>([
    ['by a visitor who only knows its number', 'memberNotFound', (memberNumber) => ({ ...TOPPABLE, isTopup: true, memberNumber })],
    ['without a number', 'memberNotFound', () => ({ ...TOPPABLE, isTopup: true })],
  ])('%s: %s', async (_name, code, item) => {
    await buyMemberships(house.noa.visitor.uuid, [TOPPABLE], TWELVE)
    expect(await codeOf(buyMemberships(await newVisitor(), [item(await memberNumber())], TWELVE))).toBe(code)
  })

  test('is refused for another membership, one without top-ups, or an ended one', async () => {
    const { uuid } = house.noa.visitor
    await buyMemberships(uuid, [ADULT], EIGHT)
    const eight = { isTopup: true, memberNumber: await memberNumber() }
    expect(await codeOf(buyMemberships(uuid, [{ ...ADULT, ...eight }], EIGHT))).toBe('memberNotFound')
    expect(await codeOf(buyMemberships(uuid, [{ ...TOPPABLE, ...eight }], TWELVE))).toBe('memberNotFound')
    await buyMemberships(uuid, [TOPPABLE], TWELVE)
    const twelve = { ...TOPPABLE, isTopup: true, memberNumber: await memberNumber() }
    await database().query(`UPDATE entitlement SET ends_at = now() - interval '1 minute' WHERE public_code = $1`, [twelve.memberNumber])
    expect(await codeOf(buyMemberships(uuid, [twelve], TWELVE))).toBe('memberExpired')
  })
})

describe('of a membership for some locations', () => {
  /** Location 2 has no hall of ours; the presentation is at location 1. */
  const onlyAt = (ids: string) => database().query(`UPDATE membership SET location_ids = $1 WHERE membership_id = 1`, [ids])
  afterEach(() => onlyAt('{}'))

  test.each([
    ['here and elsewhere: it is available, offered and enters', '{1,2}', true],
    ['elsewhere only: it is neither available nor offered, and does not enter', '{2}', false],
  ])('that are %s', async (_name, locations, isHere) => {
    await onlyAt(locations)
    const uuid = await newVisitor()
    await buyMemberships(uuid, [ADULT], EIGHT)
    const number = await memberNumber()
    expect(await availableMembersOf(uuid, [1])).toMatchObject([{ isAvailable: isHere, ticketGroupIds: isHere ? [1] : [], balance: 8 }])
    const [shown] = await withCodeTickets([{ id: 1, ticketGroups: [{ id: 1, tickets: [] }] } as unknown as PresentationAnswer], {
      ticketCodes: number,
      uuid,
    })
    expect(shown?.ticketGroups[0]?.tickets).toHaveLength(isHere ? 1 : 0)
    expect(await useEntry(uuid, number, 1)).toMatch(isHere ? /^.{20}$/ : /^noValidMember$/)
  })

  test('stays what it was when the catalogue changes after the purchase', async () => {
    const uuid = await newVisitor()
    await buyMemberships(uuid, [ADULT], EIGHT)
    await onlyAt('{2}')
    expect(await useEntry(uuid, await memberNumber(), 1)).toMatch(/^.{20}$/)
  })
})

test('eight entries buy eight seats, over any number of concurrent orders', async () => {
  const uuid = await newVisitor()
  await buyMemberships(uuid, [ADULT], EIGHT)
  const number = await memberNumber()
  const others = await Promise.all(Array.from({ length: 12 }, () => newVisitor()))
  await database().query(
    `INSERT INTO session_grant (uuid, entitlement_id) SELECT unnest($1::uuid[]), entitlement_id FROM entitlement WHERE public_code = $2`,
    [others, number],
  )
  const ends = await Promise.all(others.map((other, n) => useEntry(other, number, (n % 10) + 1, 1 + Math.floor(n / 10))))
  expect(ends.filter((end) => end === 'memberNoneAvailable')).toHaveLength(4)
  expect(ends.filter((end) => end.length === 20)).toHaveLength(8)
})
