import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { membershipRenewals, moveMembership, renewMembership } from '#lib/contract/area/memberships.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { buildHouse, emptyHouse } from '#tests/support/buyers/house.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { proveMember } from '#tests/support/seats/kept.ts'
import { sellMemberships } from '#tests/support/seats/memberships.ts'
import { addDates, heldSeats } from '#tests/support/seats/series.ts'

let app: RunningApp
beforeAll(async () => {
  process.env.SECRET = SECRET_OF_TESTS
  await freshDatabase()
  await buildHouse()
  await addDates(3)
  await sellMemberships(
    { id: 1, dates: [1] },
    { id: 2, dates: [1, 2, 3], categories: ['A'], renews: { previousId: 1, until: `now() + interval '1 hour'` } },
  )
  app = await startApp({ env: { LOG_LEVEL: 'fatal' } })
})
beforeEach(async () => {
  await emptyHouse()
  await database().query('DELETE FROM seat_keep; DELETE FROM entitlement')
})
afterAll(() => app.stop())

/** A member whose seat (row 2) is kept, and the member's number. */
async function member(x: number): Promise<{ readonly visitor: TestVisitor; readonly memberNumber: string }> {
  const visitor = new TestVisitor(app.origin)
  const id = await proveMember(visitor.uuid, 1)
  await database().query('INSERT INTO member_seat VALUES ($1, 1, $2)', [id, 2_000 + x])
  await inTransaction((client) => keepRenewals(client))
  const { rows } = await database().query<{ code: string }>('SELECT public_code AS code FROM entitlement WHERE entitlement_id = $1', [id])
  return { visitor, memberNumber: rows[0]?.code ?? '' }
}

test('offers the kept seat with its deadline and prices to its member, and to nobody else', async () => {
  const { visitor, memberNumber } = await member(1)
  const { renewals } = readAnswer(membershipRenewals, await visitor.get('/api/membership/renewals'))
  expect(renewals).toMatchObject([
    {
      ...{ membershipId: 2, code: 'm2', memberNumber, isWhole: true, isMoving: false, rowName: '2', seatName: '1' },
      seat: { MembershipId: 2, VenueSeatplanId: 1, VenueSectionId: 1, XCoordinate: 1, YCoordinate: 2 },
    },
  ])
  expect(readAnswer(membershipRenewals, await new TestVisitor(app.origin).get('/api/membership/renewals'))).toEqual({ renewals: [] })
})

test('locks the kept seat on all dates for its member; for others there is nothing to renew', async () => {
  const { visitor, memberNumber } = await member(2)
  const body = { membershipId: 2, memberNumber }
  for (const path of ['renew', 'move'])
    expect(await new TestVisitor(app.origin).put(`/api/membership/${path}`, body)).toMatchObject({
      status: 404,
      body: { error: 'NOT_FOUND' },
    })
  expect(await heldSeats()).toEqual([])
  const { selections } = readAnswer(renewMembership, await visitor.put('/api/membership/renew', body))
  expect(selections.map(({ prsntId, x, y }) => [prsntId, x, y])).toEqual([1, 2, 3].map((date) => [date, 2, 2]))
  expect(await heldSeats()).toHaveLength(3)
})

test('notes the wish to move, which renewing takes back', async () => {
  const { visitor, memberNumber } = await member(3)
  const body = { membershipId: 2, memberNumber }
  const isMoving = async () =>
    readAnswer(membershipRenewals, await visitor.get('/api/membership/renewals')).renewals.map((one) => one.isMoving)
  expect(readAnswer(moveMembership, await visitor.put('/api/membership/move', body))).toEqual({ isMoving: true })
  expect(await isMoving()).toEqual([true])
  readAnswer(renewMembership, await visitor.put('/api/membership/renew', body))
  expect(await isMoving()).toEqual([false])
})
