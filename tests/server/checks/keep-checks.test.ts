import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { beforeAll } from 'vitest'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { lapsedOffers, renewalOffers } from '#lib/server/enrolment/renewal-offers.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { askToMove, keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { KEEP_CHECKS } from '#tests/support/checks/keep-checks.ts'
import { aBrowser, aSeat, countOf, type Person } from '#tests/support/checks/people.ts'
import { testChecks } from '#tests/support/checks/test-checks.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { buildHouse, fromHere } from '#tests/support/buyers/house.ts'
import { keepForSubscribers, proveMember } from '#tests/support/seats/kept.ts'
import { addEnrolments, lockSeat } from '#tests/support/sold/enrolments.ts'
import { addRenewal, buysSeries, letRenewUntil } from '#tests/support/sold/renewals.ts'

beforeAll(async () => {
  await freshDatabase()
  await buildHouse()
  await addEnrolments()
  await addRenewal()
})

/** A member of series 101 whose seat is kept in 105. */
interface Member {
  readonly person: Person
  readonly entitlementId: number
  readonly memberNumber: string
  readonly seat: ReturnType<typeof aSeat>
}

/** The page that renews. */
async function renewalPage() {
  return (await import(resolve('src/pages/membership/_renew.ts'))) as { openRenewal: (context: object) => Promise<object | undefined> }
}

/** Somebody who bought series 101. */
async function aSubscriber(): Promise<Member> {
  const [person, seat] = [await aBrowser(), aSeat()]
  if (!(await buysSeries(person.uuid, seat.XCoordinate ?? 0, 101, seat.YCoordinate ?? 0))) throw new Error('not bought')
  await inTransaction((client) => keepRenewals(client))
  const [offer] = await renewalOffers(person.uuid)
  if (!offer) throw new Error('not kept')
  return { person, seat, entitlementId: offer.entitlementId, memberNumber: offer.memberNumber }
}

/** Somebody who proved a membership of series 101 that came with the catalogue. */
async function aKnownMember(): Promise<Member> {
  const [person, seat] = [await aBrowser(), aSeat()]
  const entitlementId = await proveMember(person.uuid, 101)
  await database().query('INSERT INTO member_seat VALUES ($1, 1, $2)', [
    entitlementId,
    1_000 * (seat.YCoordinate ?? 0) + (seat.XCoordinate ?? 0),
  ])
  await inTransaction((client) => keepRenewals(client))
  return { person, seat, entitlementId, memberNumber: '' }
}

/** Whether another visitor renews the seat of a member. */
async function renews({ seat }: Member): Promise<boolean> {
  return (await lockSeat((await aBrowser()).uuid, seat.XCoordinate ?? 0, seat.YCoordinate ?? 0, 105)) === undefined
}

/** Whether another visitor locks the seat of a member for one of its dates. */
async function takesEvening({ seat }: Member): Promise<boolean> {
  return (await lock({ ...seat, PresentationId: 15 }, fromHere(randomUUID()))).ok
}

const wantToMove = () => countOf(`seat_keep WHERE moves AND until > now()`)

testChecks(
  KEEP_CHECKS,
  {
    'a kept seat is not locked by others': async () => takesEvening(await aSubscriber()),
    'a kept seat is not free for the series of others': async () => renews(await aSubscriber()),
    'a kept seat is not claimed for the series of others': async () => renews(await aSubscriber()),
    'seats for subscribers are had by who proved a membership': async () => {
      await proveMember((await aBrowser()).uuid, 101)
      const seat = aSeat()
      await keepForSubscribers(1, [1_000 * (seat.YCoordinate ?? 0) + (seat.XCoordinate ?? 0)], undefined, [101])
      return (await lock(seat, fromHere((await aBrowser()).uuid))).ok
    },
    'a seat is renewed by its member': async () => renews(await aSubscriber()),
    'a member is who proved the membership': async () => renews(await aKnownMember()),
    'a member is who bought the membership': async () => renews(await aSubscriber()),
    'a move is asked for by the member': async () => {
      const { entitlementId } = await aSubscriber()
      return askToMove((await aBrowser()).uuid, { entitlementId, membershipId: 105 }, true)
    },
    'a kept seat is given up by an order of its member': async () => {
      const { person, entitlementId } = await aSubscriber()
      await askToMove(person.uuid, { entitlementId, membershipId: 105 }, true)
      const before = await wantToMove()
      const other = aSeat()
      if (!(await buysSeries((await aBrowser()).uuid, other.XCoordinate ?? 0, 105, other.YCoordinate ?? 0))) throw new Error('not bought')
      return (await wantToMove()) < before
    },
    'offers are those of proved memberships': async () => {
      await aSubscriber()
      return (await renewalOffers((await aBrowser()).uuid)).length > 0
    },
    'what has lapsed is told of proved memberships': async () => {
      await aSubscriber()
      await letRenewUntil('now()')
      const membership = (await catalogue()).memberships.get(105)
      const told = membership ? await lapsedOffers((await aBrowser()).uuid, membership) : []
      await letRenewUntil("now() + interval '1 hour'")
      return told.length > 0
    },
    'a renewal comes from our own pages': async () => {
      const { person, memberNumber } = await aSubscriber()
      const request = new Request('http://127.0.0.1/membership/m105/renew', {
        method: 'POST',
        headers: { 'sec-fetch-site': 'cross-site' },
        body: new URLSearchParams({ move: memberNumber }),
      })
      const locals = { visitor: person, locale: 'he', requestId: '', said: undefined } as const
      const { openRenewal } = await renewalPage()
      const opened = await openRenewal({ request, locals, params: { code: 'm105' }, clientAddress: '127.0.0.1' })
      return opened !== undefined && 'goTo' in opened
    },
  },
  {
    'a kept seat is not free for the series of others': 'a kept seat is not claimed for the series of others',
    'a kept seat is not claimed for the series of others': 'a kept seat is not free for the series of others',
  },
)
