import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import type { SeatStatusTuple } from '#lib/contract/show/seats.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { importDemo } from '#lib/demo/import-demo.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { planOf, seatKey } from '#lib/server/catalogue/seatplans.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { checkInvariants, freshDatabase } from '#tests/support/database/database.ts'
import { fromHere, CUSTOMER, lineOf, prepareCard } from '#tests/support/buyers/house.ts'
import { seatsStatus } from '#tests/support/seats/seats-status.ts'

beforeAll(async () => {
  await freshDatabase()
  await importDemo()
})
afterEach(checkInvariants)

/** One upcoming presentation for each kind of place in the demo. */
const KINDS = [
  ['a cinema hall', 'קולנוע'],
  ['a theatre', 'תיאטרון'],
  ['a concert or a club', 'מוזיקה'],
  ['a stadium', 'ספורט'],
  ['a cultural site', 'אתרי תרבות'],
] as const

/** Late enough not to begin while a test is buying. */
async function openPresentations(): Promise<{ id: number; category: string; seatplanId: number }[]> {
  const from = await catalogue()
  return [...from.presentations.values()]
    .filter((one) => one.startsAt > Date.now() + 3_600_000 && !one.isCancelled && !one.soldout && one.saleOpensAt === null)
    .map((one) => ({
      id: one.id,
      seatplanId: one.seatplanId,
      category: from.categories.get(from.features.get(one.featureId)?.categoryId ?? 0)?.name ?? '',
    }))
}

async function buyOne(presentationId: number): Promise<number> {
  const uuid = randomUUID()
  await database().query('INSERT INTO session (uuid) VALUES ($1)', [uuid])
  const presentation = (await catalogue()).presentations.get(presentationId)
  const status = await seatsStatus(presentationId, undefined, uuid)
  const plan = await planOf(presentation?.seatplanId ?? 0)
  // The next free seat, whatever it is: a companion’s place or half a sofa is not sold by itself.
  const isPlain = ([section, , x, y]: SeatStatusTuple) =>
    x === null || y === null || plan?.seatsByAddress.get(seatKey(section, x, y))?.features.length === 0
  const free = status?.seats.find((row) => row[6] === 1 && isPlain(row))
  if (!presentation || !free) throw new Error('There is nothing to buy.')
  const address = addressOf(free, presentationId, presentation.venueId, presentation.seatplanId)
  expect(await lock(address, fromHere(uuid))).toMatchObject({ ok: true })
  const ticketId = (await catalogue()).ticketGroups.get(address.TicketGroupId)?.tickets[0]?.id ?? 0
  const line = lineOf(address, ticketId)
  const checked = await checkWanted(randomUUID(), { seats: [{ ...wanted(address), ticketId }], products: [] })
  const due = checked.ok ? checked.value.totals.balanceDue : -1
  const paymentIdentifier = due > 0 ? await prepareCard(uuid, due) : undefined
  const result = await commit(
    uuid,
    { cart: { customerInfo: CUSTOMER, seats: [line], ...(paymentIdentifier && { paymentIdentifier }) } },
    'he',
  )
  if (!result.ok) throw new Error(`${result.refusal.code} at presentation ${String(presentationId)}`)
  return result.value.ticketIdentifiers.length
}

function addressOf([section, , x, y, , group]: SeatStatusTuple, presentationId: number, venueId: number, seatplanId: number): SeatAddress {
  return {
    PresentationId: presentationId,
    VenueId: venueId,
    VenueSeatplanId: seatplanId,
    VenueSectionId: section,
    TicketGroupId: group,
    XCoordinate: x,
    YCoordinate: y,
  }
}

function wanted(at: SeatAddress) {
  return {
    presentationId: at.PresentationId,
    venueId: at.VenueId,
    seatplanId: at.VenueSeatplanId,
    sectionId: at.VenueSectionId,
    ticketGroupId: at.TicketGroupId,
    x: at.XCoordinate,
    y: at.YCoordinate,
  }
}

test.each(KINDS)('R1.4 sells %s (%s) in the same shop', async (_kind, category) => {
  const ofKind = (await openPresentations()).filter((one) => one.category === category)
  const plain = await Promise.all(ofKind.map(async ({ seatplanId }) => isSoldBySeat(await planOf(seatplanId))))
  expect(await buyOne(ofKind[plain.indexOf(true)]?.id ?? 0)).toBe(1)
})

/** Some halls have only beds and sofas. */
function isSoldBySeat(plan: Awaited<ReturnType<typeof planOf>>): boolean {
  return (
    plan !== undefined &&
    (plan.sections.some(({ isReserved }) => !isReserved) || [...plan.seatsById.values()].some(({ features }) => features.length === 0))
  )
}

test('sells the plans of other projects: the stadium’s 39,264 seats, beside those of its subscribers, and the 738 of the pretix file', async () => {
  const open = await openPresentations()
  const { rows } = await database().query<{ seatplan_id: number; seats: number }>(
    'SELECT seatplan_id, count(*)::int AS seats FROM seat GROUP BY 1',
  )
  for (const seats of [39_264 + 352, 738]) {
    const plan = rows.find((row) => row.seats === seats)?.seatplan_id
    const presentation = open.find((one) => one.seatplanId === plan)
    expect(await buyOne(presentation?.id ?? 0)).toBe(1)
  }
  const stadium = open.find((one) => one.seatplanId === 121)?.id ?? 0
  const status = await seatsStatus(stadium, undefined, undefined)
  const { rowCount: sold } = await database().query(`SELECT FROM seat_claim WHERE presentation_id = $1 AND state = 'S'`, [stadium])
  expect(sold).toBeGreaterThan(0)
  expect(status?.seats.filter((row) => row[4] !== -1)).toHaveLength(39_264 + 352 - (sold ?? 0))
})
