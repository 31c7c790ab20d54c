import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { holdProducerSeats } from '#lib/contract/staff/producer-holds.ts'
import type { StaffAction } from '#lib/domain/staff/actions.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { PERMISSIONS } from '#lib/domain/staff/permissions.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { changePresentation, ownPriced, type Done } from '#lib/server/sales/acts/change-presentation.ts'
import type { ActingStaff } from '#lib/server/sales/acts/own-reservation.ts'
import { chosenSeats, endProducerKeep, keepForProducer, letGoChosen, type ChosenSeat } from '#lib/server/seats/claims/producer-keeps.ts'
import { ownSeatsOf } from './read-holds.ts'

type Answer = AnswerOf<typeof holdProducerSeats>

/** A producer in front of a seat map. */
export interface ChoosingProducer {
  readonly staff: ActingStaff
  /** Who has chosen the seats: the visitor of the producer's browser. */
  readonly visitor: string
}

/**
 * Holds the seats that a producer has chosen on the map for the sale of their allocation, until the sale of the presentation ends or they are released; the choice is over.
 * Refusals: NO_SEATS_CHOSEN, SEAT_OF_OTHERS (one is of another allocation), SEAT_NOT_AVAILABLE (one is kept for somebody else), NOT_FOUND, SALE_CLOSED, CATALOGUE_BUSY.
 */
export function holdChosen(producer: ChoosingProducer, presentationId: number): Promise<Result<Answer>> {
  return changeChosen(producer, presentationId, async (client, { chosen }) => {
    if (chosen.some(({ isKept }) => isKept)) return refuse('SEAT_NOT_AVAILABLE')
    await keepForProducer(client, { presentationId, staffId: producer.staff.member.staffId }, chosen)
    return accept(noted('hold seats', chosen.length))
  })
}

/** Releases the chosen seats for sale by everybody; the choice is over. Refusals: as of holding, but SEAT_NOT_AVAILABLE. */
export function releaseChosen(producer: ChoosingProducer, presentationId: number): Promise<Result<Answer>> {
  return changeChosen(producer, presentationId, async (client, { chosen, own }) => {
    const seatIds = chosen.map(({ seatId }) => seatId)
    return accept(noted('release seats', await endProducerKeep(client, { presentationId, allocationIds: own }, seatIds)))
  })
}

/** Releases everything that is held of the own allocations. Refusals: NOT_FOUND, SALE_CLOSED, CATALOGUE_BUSY. */
export async function releaseHeld({ member, ...whence }: ActingStaff, presentationId: number): Promise<Result<Answer>> {
  const done = await changePresentation(
    { member, ...whence },
    { presentationId, permission: PERMISSIONS.producerSeats },
    async (client) => {
      const own = await ownPriced(client, presentationId, member)
      return accept(noted('release seats', await endProducerKeep(client, { presentationId, allocationIds: own })))
    },
  )
  return done.ok ? accept(await describe(member, presentationId)) : done
}

interface Choice {
  readonly chosen: readonly ChosenSeat[]
  /** The allocations that the account has of the presentation. */
  readonly own: readonly number[]
}

async function changeChosen(
  { staff, visitor }: ChoosingProducer,
  presentationId: number,
  work: (client: Queryable, choice: Choice) => Promise<Result<Done>>,
): Promise<Result<Answer>> {
  const { member } = staff
  let chosen: readonly ChosenSeat[] = []
  const done = await changePresentation(staff, { presentationId, permission: PERMISSIONS.producerSeats }, async (client) => {
    const own = await ownPriced(client, presentationId, member)
    chosen = await chosenSeats(client, { presentationId, allocationIds: own }, visitor)
    if (chosen.length === 0) return refuse('NO_SEATS_CHOSEN')
    if (chosen.some(({ allocationId }) => allocationId === null)) return refuse('SEAT_OF_OTHERS')
    return work(client, { chosen, own })
  })
  if (!done.ok) return done
  await letGoChosen(presentationId, visitor, chosen)
  return accept(await describe(member, presentationId))
}

/** Nothing is noted of what changed nothing. */
function noted(action: StaffAction, seats: number): Done {
  return seats > 0 ? { action, facts: { seats } } : undefined
}

/** The own seats, as the calls answer them. */
async function describe(member: ActingStaff['member'], presentationId: number): Promise<Answer> {
  const { free, held } = (await ownSeatsOf(member, [presentationId])).get(presentationId) ?? { free: 0, held: 0 }
  return { seats: { PresentationId: presentationId, Free: free, Held: held } }
}
