import type { bestAvailable } from '#lib/contract/show/best-available.ts'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import { isSideBySide } from '#lib/domain/seating/best/best-seats.ts'
import { accept, refuse, type Refusal, type Result } from '#lib/domain/result.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import { claimGroup, claimPlaces, heldBy, type GroupOutcome } from './best-claims.ts'
import { keepMarked, unmarkSeats } from './best-marks.ts'
import { compareOffers, matchOf, offersOf, type Offer } from './best-matches.ts'
import { presentationsFor, quantityOf, shortageOf, type BestQuery } from './best-presentations.ts'
import { prospectOf, type Prospect, type Search } from './best-prospects.ts'
import { inTurn } from './best-turns.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Holder } from '#lib/server/platform/http/limits/network.ts'
import { openBoard } from '#lib/server/seats/board/seat-board.ts'
import { refuseClaim } from '#lib/server/seats/claims/seat-claims.ts'

type Found = Result<AnswerOf<typeof bestAvailable>>

const MOST_MATCHES = 5
const NONE_COUNTED: ReadonlyMap<number, number> = new Map()
/** Maximum number of rounds if others were quicker each time. */
const ROUNDS = 5

/**
 * The best free seats (spec §4, §7). With isLock the first match is chosen and locked for the visitor in one transaction. Refusals: BAD_REQUEST, NOT_FOUND,
 * SALE_NOT_OPEN, SALE_CLOSED, SEAT_LIMIT, HOLD_WAIT, NETWORK_LIMIT, and without a match NOT_ENOUGH_PLACES, NOT_ENOUGH_SEATS_IN_SECTION,
 * NOT_ENOUGH_RESERVED_SEATS or NOT_ENOUGH_SEATS.
 */
export function findBest(query: BestQuery, holder: Holder): Promise<Found> {
  return query.isLock ? inTurn(holder, () => findNow(query, holder)) : findNow(query, holder)
}

async function findNow(query: BestQuery, holder: Holder): Promise<Found> {
  // Of one presentation the board knows what is taken; counting for all reads every sold seat.
  const [from, taken] = await Promise.all([catalogue(), query.presentationId === undefined ? takenByPresentation() : NONE_COUNTED])
  const presentations = presentationsFor(from, query, { taken, now: Date.now() })
  if (!presentations.ok) return presentations
  const ids = presentations.value.map(({ id }) => id)
  const held = await heldBy(holder.uuid, ids)
  const prospects: Prospect[] = []
  let had: Offer | undefined
  try {
    for (const presentation of presentations.value) {
      const prospect = await prospectOf({ from, presentation, query, uuid: holder.uuid, held: held.get(presentation.id) ?? [] })
      if (prospect) prospects.push(prospect)
    }
    const locked = query.isLock ? await lockFirst(prospects, holder) : accept(undefined)
    if (!locked.ok) return locked
    had = locked.value
    const matches = query.isLock && !had ? [] : matchesAmong(prospects, had, query)
    return matches.length > 0 ? accept({ matches }) : refuse(shortageOf(from, query))
  } finally {
    for (const prospect of prospects) unmarkBest(prospect)
    if (had) keepMarked(had.prospect.presentation.id, had.seats)
  }
}

/** The locked offer, then the best other offers without shared seats; only so many per presentation if requested. */
function matchesAmong(prospects: readonly Prospect[], locked: Offer | undefined, query: BestQuery) {
  const others = prospects.flatMap(offersOf).sort(compareOffers)
  const chosen: Offer[] = locked ? [locked] : []
  const most = Math.min(MOST_MATCHES, query.maxMatches ?? MOST_MATCHES)
  for (const offer of others) {
    const sameShow = chosen.filter((one) => one.prospect.presentation.id === offer.prospect.presentation.id)
    const isRoom = !query.isBestPerPresentation || sameShow.length < (query.resultsPerMatch ?? 1)
    const isAnother = isRoom && sameShow.every((one) => one.seats.length > 0 && one.seats.every((seat) => !offer.seats.includes(seat)))
    if (chosen.length < most && isAnother) chosen.push(offer)
  }
  return chosen.map((offer) => matchOf(offer, offer === locked))
}

/** Locks the best available offer; undefined if others were quicker everywhere. Refusals: those of a lock. */
async function lockFirst(prospects: readonly Prospect[], holder: Holder): Promise<Result<Offer | undefined>> {
  const ranked = prospects.toSorted((a, b) => comparePairs(offersOf(a)[0], offersOf(b)[0]))
  let refusal: Refusal | undefined
  for (const prospect of ranked) {
    const locked = await lockIn(prospect, holder)
    if (locked.ok && locked.value) return locked
    if (!locked.ok) refusal ??= locked.refusal
  }
  return refusal ? { ok: false, refusal } : accept(undefined)
}

function comparePairs(a: Offer | undefined, b: Offer | undefined): number {
  return a && b ? compareOffers(a, b) : 0
}

/** Ranks again if others were quicker with everything found. */
async function lockIn(prospect: Prospect, holder: Holder): Promise<Result<Offer | undefined>> {
  const tried: number[] = []
  let current: Prospect | undefined = prospect
  for (let round = 0; round < ROUNDS && current; round++) {
    const outcome = await claimIn(current, holder)
    unmarkBest(current)
    if (outcome.claimed) return accept(claimedOffer(current, outcome.claimed))
    if (outcome.refusal !== 'taken') return refuseClaim(outcome, prospect.presentation.maxSeats)
    tried.push(...lookAgain(current))
    current = await prospectOf(searchOf(prospect), tried)
  }
  if (current) unmarkBest(current)
  return accept(undefined)
}

/** Re-reads the seats: the board may not know yet what another process did with them. */
function lookAgain({ presentation, plan, groups }: Prospect): number[] {
  const seats = groups.flatMap((group) => group.seats)
  openBoard(presentation.id).tell(seats.map((seat) => plan.seats[seat]?.id).filter((id) => id !== undefined))
  return seats
}

function unmarkBest({ presentation, groups }: Prospect): void {
  unmarkSeats(presentation.id, groups[0]?.seats ?? [])
}

function searchOf({ from, presentation, query, uuid, held }: Prospect): Search {
  return { from, presentation, query, uuid, held }
}

function claimIn({ presentation, plan, query, held, groups, section }: Prospect, holder: Holder): Promise<GroupOutcome> {
  const wanted = { presentation, planVersion: plan.version, holder, dropped: query.isInstead ? held : [] }
  if (section) return claimPlaces(wanted, section, quantityOf(query))
  const seatIds = groups.map(({ seats }) => seats.map((seat) => plan.seats[seat]?.id).filter((id) => id !== undefined))
  return claimGroup(wanted, seatIds)
}

function claimedOffer(prospect: Prospect, claimed: readonly number[]): Offer {
  const { plan, section, cost } = prospect
  if (section) return { prospect, seats: [], isTogether: true, cost }
  const indexes = claimed.map((id) => plan.indexById.get(id)).filter((seat) => seat !== undefined)
  const seats = indexes.sort((a, b) => a - b)
  return { prospect, seats, isTogether: isSideBySide(plan.hall, seats), cost }
}
