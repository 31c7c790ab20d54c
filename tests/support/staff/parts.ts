import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { importCatalogue } from '#lib/server/import/import-catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { findBest } from '#lib/server/seats/best/best-available.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { boardFor, forgetBoards } from '#lib/server/seats/board/seat-board.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { countFree } from '#lib/server/wait-list/free-seats.ts'
import { emptyHouse, fromHere } from '#tests/support/buyers/house.ts'
import { asFile, smallCatalogue } from '#tests/support/catalogue-files.ts'

/** A house that staff sell in parts: the hall has 12 seats of allocation 2, the lawn 50 places of allocation 3. */
export const HALL = 2
export const LAWN = 3

export type PartPrices = Record<string, { ticketGroupId: number; allocationId: number }>
export const PART_PRICES: PartPrices = { hall: { ticketGroupId: 1, allocationId: HALL }, lawn: { ticketGroupId: 1, allocationId: LAWN } }

/** Imports the house. @param change of the catalogue @param show of its presentation */
export function importParts(prices: PartPrices, change: object = {}, show: object = {}) {
  const small = smallCatalogue()
  const presentations = (small.presentations ?? []).map((one) => ({ ...one, prices, maxSeats: 20, ...show }))
  return importCatalogue([asFile({ ...small, presentations, ...change })], { today: '2030-05-01' })
}

/** A place of the lawn. */
export const LAWN_PLACE: SeatAddress = {
  ...{ PresentationId: 1, VenueId: 1, VenueSeatplanId: 1, VenueSectionId: 2, TicketGroupId: 1 },
  ...{ XCoordinate: null, YCoordinate: null },
}

/** The seats of the hall, in the order of their ids. */
export async function hallSeats(): Promise<readonly SeatAddress[]> {
  const { rows } = await database().query<{ section: number; x: number; y: number }>(
    'SELECT section_id AS section, x, y FROM seat ORDER BY seat_id',
  )
  return rows.map(({ section, x, y }) => ({ ...LAWN_PLACE, VenueSectionId: section, XCoordinate: x, YCoordinate: y }))
}

/** Nobody has, keeps or has saved anything, and the catalogue is as it was. */
export async function emptyParts(): Promise<void> {
  await database().query(
    `DELETE FROM broker_part; DELETE FROM seat_keep; DELETE FROM staff_audit; UPDATE staff SET disabled_at = NULL; UPDATE staff_session SET visitor = NULL`,
  )
  await emptyHouse()
  await importParts(PART_PRICES)
  forgetCatalogue()
}

/** Makes the presentation one without a time of day whose house has opened today. */
export async function openForDay(): Promise<void> {
  await database().query(
    `UPDATE feature SET feature_type_id = 7;
     UPDATE presentation SET starts_at = greatest(now() - interval '1 hour', date_trunc('day', now() AT TIME ZONE 'Asia/Jerusalem') AT TIME ZONE 'Asia/Jerusalem');
     UPDATE catalogue_version SET version = version + 1`,
  )
  forgetCatalogue()
}

/** What of the house anybody may have, as counted by every way that counts: seats on the map, places, whether the best are found, counts, what the waiting list is told. */
export async function freeByAll(uuid: string): Promise<readonly unknown[]> {
  forgetBoards()
  await sleep(1_050) // counts are a second old at most
  const board = await boardFor(1, uuid)
  const best = await findBest({ presentationId: 1, quantity: 2, isLock: false }, fromHere(uuid))
  return [
    board?.statesOf(uuid).status.filter((code) => code === 1).length,
    board?.placesOf(uuid)[2]?.free,
    best.ok ? best.value.matches.length > 0 : best.refusal.code,
    62 - ((await takenByPresentation()).get(1) ?? 0),
    await countFree(database(), 1),
  ]
}

/** Visitors of the shop, each of whom tries for one of the seats at once. @returns how many had theirs */
export async function visitorsTake(visitors: number, seats: readonly SeatAddress[]): Promise<number> {
  const asked = Array.from({ length: visitors }, async (_none, n) => {
    const seat = seats[n % seats.length]
    return seat !== undefined && (await lock(seat, fromHere(randomUUID()))).ok
  })
  return (await Promise.all(asked)).filter(Boolean).length
}
