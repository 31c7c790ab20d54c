import { resolve } from 'node:path'
import { beforeAll, expect } from 'vitest'
import { memberUsesOf } from '#lib/server/customers/area/customer-member-uses.ts'
import { becomeCustomer } from '#lib/server/customers/sign-in/customers.ts'
import { availableMembersOf } from '#lib/server/entitlements/lookup/available-members.ts'
import { cardsOfCustomer } from '#lib/server/entitlements/order-members.ts'
import { lookUpReference } from '#lib/server/entitlements/membership-references.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { eveningsShown } from '#lib/server/orders/evenings/evenings-shown.ts'
import { giveBackEvening } from '#lib/server/orders/evenings/offer-evening.ts'
import { releaseAll } from '#lib/server/seats/claims/release-all.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { membershipFactsOf } from '#lib/server/sold/membership/membership-facts.ts'
import { MEMBERSHIP_CHECKS } from '#tests/support/checks/membership-checks.ts'
import { aBrowser, aCustomer, aSeat, countOf, type CustomerPerson } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, fromHere } from '#tests/support/buyers/house.ts'
import { addEnrolments, lockSeat, SEASON, seasonItem, SERIES, seriesItem, SUPPLEMENT } from '#tests/support/sold/enrolments.ts'
import { allowResale } from '#tests/support/sold/resales.ts'
import { ADULT, addMemberships, boughtMembers, buyMemberships, EIGHT, TOPPABLE, TWELVE, useEntry } from '#tests/support/sold/memberships.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addMemberships()
  await addEnrolments()
})

/** Seats of row 5 that are enrolled. */
let enrolled = 0

/** Buys a membership as somebody. @returns its number */
async function boughtBy(uuid: string, item = ADULT, due = EIGHT): Promise<string> {
  const made = await buyMemberships(uuid, [item], due)
  if (!made.ok) throw new Error(made.refusal.code)
  return (await boughtMembers()).at(-1)?.memberNumber ?? ''
}

/** A customer whose membership took a seat in a browser where nobody is signed in. */
async function usedElsewhere(): Promise<{ readonly member: CustomerPerson; readonly memberNumber: string }> {
  const member = await aCustomer()
  const memberNumber = await boughtBy(member.uuid)
  const { XCoordinate: x, YCoordinate: y } = aSeat()
  await inTransaction((client) =>
    client.query('UPDATE session SET customer_id = NULL, area_customer_id = NULL WHERE uuid = $1', [member.uuid]),
  )
  const used = await useEntry(member.uuid, memberNumber, x ?? 0, y ?? 0)
  if (used.length < 20) throw new Error(used)
  return { member, memberNumber }
}

type EveningsPage = { readonly openEvenings: (context: object, visitor: object, customer: object) => Promise<object> }

/** Buys a series. @returns the ticket of its first evening */
async function eveningOfSomebody(owner: CustomerPerson): Promise<string> {
  await allowResale()
  const x = ++enrolled
  expect(await lockSeat(owner.uuid, x, 5)).toBeUndefined()
  const made = await buyMemberships(owner.uuid, [seriesItem(x, 5)], SERIES)
  return made.ok ? (made.value.ticketIdentifiers[0] ?? '') : ''
}

/** Whether somebody's cart knows a reference that somebody else has typed. */
async function knowsReference(uuid: string): Promise<boolean> {
  const price = { membershipId: 1, priceId: 12, currencyId: null, topsUp: null, name: '', additionalName: '' }
  const facts = await membershipFactsOf(await catalogue(), uuid, [{ ...price, reference1: 'S-2', reference2: null }])
  return facts.ok && facts.value.references.size > 0
}

async function typedByOther(): Promise<string> {
  const [typist, other] = [await aBrowser(), await aBrowser()]
  const guesser = { uuid: typist.uuid, caller: `10.8.${String(typist.sidHash[0])}.${String(typist.sidHash[1])}`, network: null }
  const looked = await lookUpReference(guesser, { priceId: 12, reference1: 'S-2', reference2: null })
  if (!looked.ok) throw new Error(looked.refusal.code)
  return other.uuid
}

testChecks(MEMBERSHIP_CHECKS, {
  'a membership is issued to the session that bought it': async () => {
    const [buyer, other] = [await aBrowser(), await aBrowser()]
    await boughtBy(buyer.uuid)
    return (await availableMembersOf(other.uuid, [1])).length > 0
  },
  'a membership is topped up by who proved it': async () => {
    const memberNumber = await boughtBy((await aBrowser()).uuid, TOPPABLE, TWELVE)
    return (await buyMemberships((await aBrowser()).uuid, [{ ...TOPPABLE, isTopup: true, memberNumber }], TWELVE)).ok
  },
  'a reference of a price is proved for who typed it': async () => knowsReference(await typedByOther()),
  'a reference of a price counts for who typed it': async () => knowsReference(await typedByOther()),
  'a membership comes with the own orders': async () => {
    const memberNumber = await boughtBy((await aBrowser()).uuid)
    const customerId = await inTransaction((client) => becomeCustomer(client, { mobileNumber: '0509999999' }))
    return (await boughtMembers()).find((one) => one.memberNumber === memberNumber)?.customerId === customerId
  },
  'the area leads to cards of own orders': async () => {
    const memberNumber = await boughtBy((await aCustomer()).uuid)
    return (await cardsOfCustomer((await aCustomer()).customerId)).has(memberNumber)
  },
  'uses are those of own memberships': async () => {
    const { memberNumber } = await usedElsewhere()
    return (await memberUsesOf((await aCustomer()).customerId)).has(memberNumber)
  },
  'the reservation of a use is named if it is one’s own': async () => {
    const { member, memberNumber } = await usedElsewhere()
    return (await memberUsesOf(member.customerId)).get(memberNumber)?.[0]?.reservationIdentifier != null
  },
  'a season is had by who bought it': async () => {
    const made = []
    for (const { uuid } of [await aBrowser(), await aBrowser()]) {
      const x = ++enrolled
      expect(await lockSeat(uuid, x, 5, 102, [13, 15])).toBeUndefined()
      made.push(await buyMemberships(uuid, [seasonItem(x, 5)], SEASON + SUPPLEMENT))
    }
    return made.some(({ ok }) => !ok)
  },
  'an evening is given back by its customer': async () => {
    const ticket = await eveningOfSomebody(await aCustomer())
    return (await giveBackEvening(await aCustomer(), { ticket })).ok
  },
  'an evening is given back on our own pages': async () => {
    const owner = await aCustomer()
    const ticket = await eveningOfSomebody(owner)
    const { openEvenings } = (await import(resolve('src/pages/customer/evenings/_acts.ts'))) as EveningsPage
    const [evening] = await eveningsShown(owner.customerId)
    const body = new URLSearchParams({ act: 'giveBack', yes: '1', ticket, credit: String(evening?.offer?.credit) })
    const request = new Request('http://127.0.0.1/customer/evenings', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' }, body })
    const cookies = { get: () => undefined, set: () => undefined, delete: () => undefined }
    return 'goTo' in (await openEvenings({ request, cookies, locals: { locale: 'he' } }, owner, owner))
  },
  'own seats leave for a membership': async () => {
    const [holder, other] = [await aBrowser(), await aBrowser()]
    if (!(await lock(aSeat(), fromHere(holder.uuid))).ok) throw new Error('not locked')
    await releaseAll(database(), other.uuid)
    return (await countOf(`seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now()`, [holder.uuid])) === 0
  },
})
