import { atom } from 'nanostores'
import type { PackedDatesAnswer, Selection } from '#lib/contract/area/memberships.ts'
import { PACKED_DATES } from '#lib/contract/routes/routes.ts'
import type { PackedStatus } from '#lib/contract/show/seats.ts'
import { unpackRuns } from '#lib/domain/seating/plan/packed-status.ts'
import { PARTLY } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'
import type { CallRefusal, CallResult } from '#lib/client/http/call.ts'
import { callDates } from '#lib/client/http/dates-call.ts'
import { withPass } from '#lib/client/http/captcha.ts'
import { addressOf } from '#lib/client/seats/seat-address.ts'
import { seatCalls, type SeatCalls } from '#lib/client/seats/seat-calls.ts'
import { refreshStatus } from '#lib/client/seats/seats-load.ts'

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

/** How many seats are free on all dates at once, and then on each date. */
export interface FreeOnDates {
  readonly seats: readonly number[]
  /** Which of these the map shows: 0 all dates at once, 1 the first date. */
  readonly shown: number
}

/** Of the last answer; null before it. */
export const $freeOnDates = atom<FreeOnDates | null>(null)

/** What the map is to show; it comes with the next answer. */
let wanted = 0

/** Shows the seats of one date, from 1; 0: of all dates at once. */
export function showDate(at: number): void {
  wanted = at
  void refreshStatus()
}

/** The dates of the last answer, by their index. */
let dateIds: readonly number[] = []

/** The dates on which a seat is taken, by their index; empty: on none, or on all. */
let takenOn: (seat: number) => readonly number[] = () => []

/**
 * Lets the map choose seats on all dates of a membership: one state a seat, one lock for all dates. Nothing on the server, where all visitors' pages are drawn
 * with the same calls.
 * @param say says on which dates a seat is taken, by their index; of none it says nothing
 */
export function chooseOnDates(asked: DatesAsked, say: (dates: readonly number[]) => string): void {
  if (typeof document === 'undefined') return
  Object.assign(seatCalls, callsFor(asked, say), {
    pollMs: POLL_MS,
    why: (seat) => say(takenOn(seat)),
  } satisfies Partial<SeatCalls>)
}

function callsFor(asked: DatesAsked, say: (dates: readonly number[]) => string): Pick<SeatCalls, 'status' | 'lock' | 'unlock' | 'best'> {
  return {
    async status(_hall, since) {
      // What is known already is asked for again if it is to be shown in another way.
      const known = $freeOnDates.get()?.shown === wanted ? since : ''
      const answer = await withPass('seats', (recaptchaToken) => askDates(asked, recaptchaToken, known), 'show')
      return answer.ok ? { ...answer, value: statusOf(answer.value) } : answer
    },
    async lock(seat) {
      // A seat is chosen on all dates, so that is what the map shows of it.
      const isOfOne = wanted > 0
      if (isOfOne) showDate(0)
      const answer = await withPass('seats', (recaptchaToken) => askSeat('lock', asked, { seat, recaptchaToken }))
      return answer.ok ? answer : { ok: false, refusal: refusalOf(answer.refusal, isOfOne, say) }
    },
    unlock: (seat) => askSeat('unlock', asked, { seat }),
    best(_presentation, { quantity, sectionId, ticketGroupId }, isInstead) {
      const query = {
        membershipId: String(asked.membershipId),
        quantity: String(quantity),
        isLock: '1' as const,
        isInstead: isInstead ? ('1' as const) : ('0' as const),
        presentationId: asked.chosenId?.toString(),
        ticketGroupId: ticketGroupId?.toString(),
        sectionId: sectionId?.toString(),
      }
      return withPass('seats', (recaptchaToken) => callDates('bestOnDates', { query: { ...query, recaptchaToken } }))
    },
  }
}

/** Says on which dates. A seat that the map showed to be free on all of them was lost to somebody quicker; of one date it said nothing of the others. */
function refusalOf(refusal: CallRefusal, isOfOne: boolean, say: (dates: readonly number[]) => string): CallRefusal {
  const isLost = refusal.code === 'SEAT_TAKEN_ON_DATES' && !isOfOne
  return { ...refusal, ...(isLost && { code: 'SEAT_NOT_AVAILABLE' }), message: `${refusal.message} ${say(datesIn(refusal))}`.trim() }
}

/** The dates that a refusal names, by their index. */
function datesIn({ facts }: CallRefusal): readonly number[] {
  const ids = String(facts?.presentationIds).split(',')
  return dateIds.flatMap((id, at) => (ids.includes(String(id)) ? [at] : []))
}

function askDates({ membershipId, seasonId, chosenId }: DatesAsked, recaptchaToken: string | undefined, since: string) {
  const packed = { accept: PACKED_DATES, since } as const
  if (seasonId === null)
    return callDates('membershipSeatplan', { query: { membershipId: String(membershipId), recaptchaToken }, ...packed })
  return callDates('enrolSeatplan', {
    params: { membershipId },
    query: { recaptchaToken, presentationId: chosenId?.toString() },
    ...packed,
  })
}

function askSeat(
  act: 'lock' | 'unlock',
  { membershipId, seasonId, chosenId }: DatesAsked,
  { seat, recaptchaToken }: { readonly seat: OrderSeat; readonly recaptchaToken?: string | undefined },
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

/** One state a seat. Over all dates: free on all, one's own on all, free on some, taken on all. On the date that is to be shown: free or taken there. */
export function statusOf({ version, planVersion, presentationIds, sets, seats, ticketGroup, yours }: PackedDatesAnswer): PackedStatus {
  const count = seats.reduce((sum, value, at) => (at % 2 === 0 ? sum : sum + value), 0)
  const indexes = unpackRuns(seats, new Uint32Array(count))
  const isPartly = (taken: readonly number[]) => taken.length < presentationIds.length
  dateIds = presentationIds
  takenOn = (seat) => {
    const taken = sets[indexes[seat] ?? 0] ?? []
    return isPartly(taken) ? taken : []
  }
  const freeSeats = [0, ...presentationIds].map((_id, shown) => {
    const free = sets.map((taken) => isFreeOn(taken, shown))
    return indexes.reduce((sum, set) => (free[set] ? sum + 1 : sum), 0)
  })
  $freeOnDates.set({ seats: freeSeats, shown: wanted })
  const own = new Set(yours)
  const codes = sets.map((taken) => (isFreeOn(taken, wanted) ? SEAT_STATUS.available : !wanted && isPartly(taken) ? PARTLY : 0))
  const status = Array.from(indexes, (set, seat) => [own.has(seat) ? SEAT_STATUS.selected : (codes[set] ?? 0), 1]).flat()
  return { version, planVersion, status, allocation: [1, count], ticketGroup, places: {} }
}

/** @param shown a date from 1; 0: all at once */
function isFreeOn(taken: readonly number[], shown: number): boolean {
  return shown ? !taken.includes(shown - 1) : taken.length === 0
}
