import type { CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Refusal } from '#lib/domain/result.ts'
import { SINGLE_SEAT_POLICY, stretchAround } from '#lib/domain/seating/rules/seat-rules.ts'
import { checkAmong, type SelectionProblem } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { planOf, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'

/** The reserved seats of an order at one presentation, in its plan, by their index in the hall. */
export interface ChosenSeats {
  readonly presentation: Presentation
  readonly plan: LoadedPlan
  readonly seats: readonly number[]
}

export interface HeldSeat {
  readonly presentation_id: number
  readonly seat_id: number
  /** Seconds since 1970, by the database's clock. */
  readonly claimed_at: number
}

/**
 * Everything about an order's seats that has to be known before its transaction begins: in there, no second connection may be waited for. The rules of choosing
 * seats together do not bind those of memberships: each is for one person.
 */
export async function chosenSeatsOf(all: readonly CheckedSeat[]): Promise<readonly ChosenSeats[]> {
  const chosen: ChosenSeats[] = []
  const alone = all.filter(({ coveredBy }) => coveredBy === undefined)
  for (const [presentation, lines] of Map.groupBy(alone, (line) => line.presentation)) {
    const plan = await planOf(presentation.seatplanId)
    const indexes = lines.flatMap(({ seat }) => (seat ? [plan?.indexById.get(seat.id) ?? -1] : []))
    if (plan && indexes.length > 0) chosen.push({ presentation, plan, seats: indexes.filter((index) => index >= 0) })
  }
  return chosen
}

/** What others have around the chosen seats of each presentation; of those whose rules do not ask for it nothing. Sent behind the lock of the visitor's holds, and so seen after it. */
export function claimsAroundAll(client: Queryable, uuid: string, chosen: readonly ChosenSeats[]): Promise<readonly Claims[]> {
  return Promise.all(chosen.map((one) => (dependsOnOthers(one.presentation) ? claimsAround(client, uuid, one) : Promise.resolve(NOBODY))))
}

/**
 * The first rule of choosing seats (spec §4, §5) that an order breaks, or undefined: the verdict of the same function that the map asks, on what the
 * database knows. What others took after a seat of the visitor's was locked never counts against that seat, nor does what they have given back since;
 * the visitor's locks that are not in the order count as free, earlier orders of the visitor as taken.
 * Refusals: SEATS_NOT_WHOLE, TABLE_NOT_WHOLE, SEAT_BLOCKED, KEEP_ONE_FREE, LONE_SEAT, COMPANION_ALONE; facts: section, row and seats concerned.
 * @param around of each of the chosen, by `claimsAroundAll`
 */
export function brokenRule(chosen: readonly ChosenSeats[], around: readonly Claims[], held: readonly HeldSeat[]): Refusal | undefined {
  for (const [at, one] of chosen.entries()) {
    const own = new Map(held.filter((row) => row.presentation_id === one.presentation.id).map((row) => [row.seat_id, row.claimed_at]))
    const problem = verdictOn(one, around[at] ?? NOBODY, own)
    if (problem) return { code: problem.code, facts: namesOf(one.plan, problem) }
  }
  return undefined
}

/** Claims of others by their seat; times in seconds since 1970. */
type Claims = ReadonlyMap<number, { readonly claimedAt: number; /** null while it lasts */ readonly endedAt: number | null }>
const NOBODY: Claims = new Map()

/** Sofas and companions are a matter of the order itself. */
function dependsOnOthers({ seatRules, seatingPolicyId }: Presentation): boolean {
  return seatRules.loneSeats !== 'allowed' || seatRules.keepOneFree || seatingPolicyId === SINGLE_SEAT_POLICY
}

/**
 * Claims in the stretches of seats that the order is in, those that live and locks that ended after the first of the visitor's own that last was locked, with their times; the visitor's own locks are
 * not among them. The visitor's earlier orders count from the beginning of time, or two orders could do what one may not. Of two visitors whose claims came in the same statement, and so in the same
 * microsecond, one is taken to be half of it earlier.
 */
async function claimsAround(client: Queryable, uuid: string, { presentation, plan, seats }: ChosenSeats): Promise<Claims> {
  const around = new Set(seats.flatMap((seat) => stretchAround(plan.hall, seat)))
  const { rows } = await client.query<{ seat_id: number; claimed_at: number; ended_at: number | null }>({
    name: 'claims-around',
    text: `SELECT seat_id, CASE WHEN holder = $3 THEN 0 WHEN holder < $3 THEN extract(epoch FROM claimed_at) - 5e-7 ELSE extract(epoch FROM claimed_at) END::float8
             AS claimed_at, CASE WHEN state = 'H' AND expires_at <= now() THEN extract(epoch FROM expires_at)::float8 END AS ended_at FROM seat_claim
           WHERE presentation_id = $1 AND seat_id = ANY ($2::int[])
             AND (state <> 'H' OR (holder <> $3 AND (expires_at > now() OR expires_at > (SELECT min(own.claimed_at) FROM seat_claim own
             WHERE own.presentation_id = $1 AND own.holder = $3 AND own.state = 'H' AND own.expires_at > now()))))`,
    values: [presentation.id, [...around].map((seat) => plan.seats[seat]?.id), uuid],
  })
  return new Map(rows.map((row) => [row.seat_id, { claimedAt: row.claimed_at, endedAt: row.ended_at }]))
}

function verdictOn({ presentation, plan, seats }: ChosenSeats, others: Claims, own: ReadonlyMap<number, number>): SelectionProblem | null {
  const sold = new Set(presentation.prices.filter((price) => price.allocationId !== -1).map((price) => price.category))
  const claimOf = (index: number) => others.get(plan.seats[index]?.id ?? -1)
  const isGone = (index: number) => {
    const seat = plan.seats[index]
    return !seat || claimOf(index)?.endedAt === null || !sold.has(seat.category)
  }
  const takenAt = (index: number) => own.get(plan.seats[index]?.id ?? -1) ?? claimOf(index)?.claimedAt ?? 0
  const wasGone = (index: number, at: number) => {
    const claim = claimOf(index)
    return claim !== undefined && claim.claimedAt < at && (claim.endedAt ?? Infinity) > at
  }
  return checkAmong({ hall: plan.hall, isGone, takenAt, wasGone }, seats, {
    ...presentation.seatRules,
    seatingPolicyId: presentation.seatingPolicyId,
  })
}

/** What a reader looks for: the section and row of the first seat concerned, and the names of all. */
function namesOf(plan: LoadedPlan, { seats }: SelectionProblem): { section: string; row: string; seats: string } {
  const concerned = seats.flatMap((index) => plan.seats[index] ?? [])
  const first = concerned[0]
  return {
    section: plan.sectionsById.get(first?.sectionId ?? 0)?.name ?? '',
    row: first?.rowName ?? '',
    seats: concerned.map((seat) => seat.seatName).join(', '),
  }
}
