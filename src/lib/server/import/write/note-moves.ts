import { randomUUID } from 'node:crypto'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { followSeats } from '#lib/server/orders/holds/follow-seats.ts'
import { tellMembersMoved } from '#lib/server/messages/member-seats-moved.ts'
import type { ImportNotes } from '#lib/server/import/read/report.ts'
import { listMoves, type Moves, type MovingFiles } from './list-moves.ts'
import type { MovedDate } from './move-presentations.ts'
import { changeOf, type SeatChange } from './plan-changes.ts'
import { readHoldings, type Holding } from './read-holdings.ts'

/**
 * Lists what the import moves of what somebody has. With people among it and without `isAccepted` that is a problem; otherwise it is noted in this transaction, for
 * the background job that tells buyers after the commit, and members are told. Runs once nobody can lock a seat of a changed plan until the transaction ends.
 */
export async function noteMoves(
  client: Queryable,
  { plans, dates }: Moves,
  { isAccepted, ...files }: MovingFiles & { readonly isAccepted: boolean },
): Promise<void> {
  const moves = { plans: plans.filter(({ changes }) => changes.seats.size + changes.places.length > 0), dates: dates.filter(isToCome) }
  await followSeats(
    client,
    plans.map(({ id }) => id),
  )
  const holdings = await readHoldings(
    client,
    moves.plans.map(({ id }) => id),
    moves.dates.map(({ id }) => id),
  )
  const people = listMoves(moves, holdings, files)
  if (people > 0 && !isAccepted) {
    refuse(people, files.notes)
    return
  }
  const importId = randomUUID()
  await insertDates(client, importId, dates)
  await insertSeats(client, importId, seatsThatMove(moves, holdings))
}

function isToCome({ before, after }: MovedDate): boolean {
  return Math.max(before.getTime(), after.getTime()) > Date.now()
}

function refuse(people: number, notes: ImportNotes): void {
  const [first] = notes.moves
  if (!first) return
  const who = people === 1 ? 'one person has' : `${String(people)} people have`
  notes.problem(first, `${who} what is listed above to move: --accept-moves writes it, and tells them by mail and SMS`)
}

async function insertDates(client: Queryable, importId: string, dates: readonly MovedDate[]): Promise<void> {
  if (dates.length === 0) return
  await client.query(
    `INSERT INTO start_move (import_id, presentation_id, from_at, to_at, from_venue_id, from_feature_id)
     SELECT $1, * FROM unnest($2::int[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[])`,
    [
      importId,
      dates.map(({ id }) => id),
      dates.map(({ before }) => before),
      dates.map(({ after }) => after),
      dates.map(({ fromVenueId }) => fromVenueId),
      dates.map(({ fromFeatureId }) => fromFeatureId),
    ],
  )
}

type MovedSeat = SeatChange & Pick<Holding, 'presentationId' | 'seatplanId' | 'seatId'>

/** The seats that somebody has and that move, once for each who has them. */
function seatsThatMove({ plans }: Moves, holdings: readonly Holding[]): MovedSeat[] {
  return plans.flatMap(({ id, changes }) =>
    holdings.flatMap(({ presentationId, seatplanId, seatId }) => {
      const change = seatplanId === id ? changeOf(changes, seatId) : undefined
      return change ? [{ presentationId, seatplanId, seatId, ...change }] : []
    }),
  )
}

async function insertSeats(client: Queryable, importId: string, moved: readonly MovedSeat[]): Promise<void> {
  await client.query(
    `INSERT INTO seat_move (import_id, presentation_id, seat_id, from_name, to_name, is_shifted)
     SELECT DISTINCT ON (m."presentationId", m."seatId") $1::uuid, m."presentationId", m."seatId", m."from", m."to", m."isShifted"
     FROM jsonb_to_recordset($2::jsonb) AS m ("presentationId" int, "seatId" int, "from" text[], "to" text[], "isShifted" boolean)`,
    [importId, JSON.stringify(moved.filter(({ presentationId }) => presentationId !== null))],
  )
  await tellMembersMoved(
    client,
    importId,
    moved.filter(({ presentationId }) => presentationId === null),
  )
}
