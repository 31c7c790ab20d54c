import { atom } from 'nanostores'
import type { PackedDatesAnswer, Selection } from '#lib/contract/memberships.ts'
import { PACKED_DATES } from '#lib/contract/routes/routes.ts'
import type { PackedStatus } from '#lib/contract/seats.ts'
import { unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { PARTLY } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import type { CallRefusal, CallResult } from '#lib/client/http/call.ts'
import { callDates } from '#lib/client/http/dates-call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { addressOf } from '#lib/client/seats/seat-address.ts'
import { seatCalls, type SeatCalls } from '#lib/client/seats/seat-calls.ts'

/** Changes of other visitors show within three seconds; an answer without change is empty. */
const POLL_MS = 2_000

/** A membership whose seats are chosen. */
export interface DatesAsked {
  readonly membershipId: number
  /** Of an enrolment; null: a series. */
  readonly seasonId: number | null
  /** One date of the choice; null: all fixed dates. */
  readonly chosenId: number | null
}

/** How many seats are free on all dates at once, and on each. */
export interface FreeOnDates {
  readonly all: number
  readonly dates: readonly number[]
}

/** Of the last answer; null before it. */
export const $freeOnDates = atom<FreeOnDates | null>(null)

/** The dates of the last answer, by their index. */
let dateIds: readonly number[] = []

/** The dates on which a seat is taken, by their index; empty: on none, or on all. */
let takenOn: (seat: number) => readonly number[] = () => []

/**
 * Lets the map choose seats on all dates of a membership: one state a seat, one lock for all dates. Nothing on the server, where all visitors' pages are drawn
 * with the same calls.
 * @param say says on which dates a seat is taken, by their index
 */
export function chooseOnDates(asked: DatesAsked, say: (dates: readonly number[]) => string): void {
  if (typeof document === 'undefined') return
  Object.assign(seatCalls, callsFor(asked, say), {
    pollMs: POLL_MS,
    why: (seat) => {
      const dates = takenOn(seat)
      return dates.length === 0 ? '' : say(dates)
    },
  } satisfies Partial<SeatCalls>)
}

function callsFor(asked: DatesAsked, say: (dates: readonly number[]) => string): Pick<SeatCalls, 'status' | 'lock' | 'unlock' | 'best'> {
  return {
    async status(_hall, since) {
      const answer = await withPass('seats', (recaptchaToken) => askDates(asked, recaptchaToken, since), 'show')
      return answer.ok ? { ...answer, value: statusOf(answer.value) } : answer
    },
    async lock(seat) {
      const answer = await withPass('seats', (recaptchaToken) => askSeat('lock', asked, seat, recaptchaToken))
      return answer.ok
        ? answer
        : { ok: false, refusal: { ...answer.refusal, message: `${answer.refusal.message} ${say(datesIn(answer.refusal))}`.trim() } }
    },
    unlock: (seat) => askSeat('unlock', asked, seat, undefined),
    best(_presentation, { quantity, sectionId, ticketGroupId }, isInstead) {
      const query = {
        membershipId: String(asked.membershipId),
        quantity: String(quantity),
        isLock: '1' as const,
        isInstead: isInstead ? ('1' as const) : ('0' as const),
        ...(asked.chosenId !== null && { presentationId: String(asked.chosenId) }),
        ...(ticketGroupId !== undefined && { ticketGroupId: String(ticketGroupId) }),
        ...(sectionId !== undefined && { sectionId: String(sectionId) }),
      }
      return withPass('seats', (recaptchaToken) => callDates('bestOnDates', { query: { ...query, recaptchaToken } }))
    },
  }
}

/** The dates that a refusal names, by their index. */
function datesIn({ facts }: CallRefusal): readonly number[] {
  const ids = String(facts?.presentationIds ?? '')
    .split(',')
    .map(Number)
  return dateIds.flatMap((id, at) => (ids.includes(id) ? [at] : []))
}

function askDates({ membershipId, seasonId, chosenId }: DatesAsked, recaptchaToken: string | undefined, since: string) {
  const packed = { accept: PACKED_DATES, since } as const
  if (seasonId === null)
    return callDates('membershipSeatplan', { query: { membershipId: String(membershipId), recaptchaToken }, ...packed })
  const query = { recaptchaToken, ...(chosenId !== null && { presentationId: String(chosenId) }) }
  return callDates('enrolSeatplan', { params: { membershipId }, query, ...packed })
}

function askSeat(
  act: 'lock' | 'unlock',
  { membershipId, seasonId, chosenId }: DatesAsked,
  seat: OrderSeat,
  recaptchaToken: string | undefined,
): Promise<CallResult<{ readonly selections: readonly Selection[] }>> {
  const { PresentationId: _first, ...address } = addressOf(seat)
  if (seasonId === null)
    return callDates(act === 'lock' ? 'lockMembershipSeat' : 'unlockMembershipSeat', {
      body: { recaptchaToken, seat: { MembershipId: membershipId, ...address } },
    })
  const { venueId, seatplanId, sectionId, x, y, ticketGroupId } = seat
  const body = { recaptchaToken, venueId, seatplanId, sectionId, x, y, ticketGroupId, seasonId, presentationId: chosenId }
  return callDates(act === 'lock' ? 'lockEnrolSeat' : 'unlockEnrolSeat', { params: { membershipId }, body })
}

/** One state a seat, over all dates: free on all, one's own on all, free on some, taken on all. */
export function statusOf({ version, planVersion, presentationIds, sets, seats, ticketGroup, yours }: PackedDatesAnswer): PackedStatus {
  const count = seats.reduce((sum, value, at) => (at % 2 === 0 ? sum : sum + value), 0)
  const indexes = unpackRuns(seats, new Uint32Array(count))
  const isSome = (dates: readonly number[]) => dates.length > 0 && dates.length < presentationIds.length
  dateIds = presentationIds
  $freeOnDates.set(freeOf(sets, indexes, presentationIds.length))
  takenOn = (seat) => {
    const dates = sets[indexes[seat] ?? 0] ?? []
    return isSome(dates) ? dates : []
  }
  const own = new Set(yours)
  const stateOf = (seat: number): number => {
    if (own.has(seat)) return SEAT_STATUS.selected
    const dates = sets[indexes[seat] ?? 0] ?? []
    return dates.length === 0 ? SEAT_STATUS.available : isSome(dates) ? PARTLY : 0
  }
  const status = Array.from(indexes, (_index, seat) => [stateOf(seat), 1]).flat()
  return { version, planVersion, status, allocation: [1, count], ticketGroup, places: {} }
}

function freeOf(sets: PackedDatesAnswer['sets'], indexes: Uint32Array, dates: number): FreeOnDates {
  const seatsOf = sets.map(() => 0)
  for (const set of indexes) seatsOf[set] = (seatsOf[set] ?? 0) + 1
  const sumOf = (isMeant: (taken: readonly number[]) => boolean) =>
    sets.reduce((sum, taken, set) => (isMeant(taken) ? sum + (seatsOf[set] ?? 0) : sum), 0)
  return {
    all: sumOf((taken) => taken.length === 0),
    dates: Array.from({ length: dates }, (_date, at) => sumOf((taken) => !taken.includes(at))),
  }
}
