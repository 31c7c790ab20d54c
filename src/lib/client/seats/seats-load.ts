import type { PresentationAnswer } from '#lib/contract/presentations.ts'
import { PACKED_PLAN } from '#lib/contract/routes.ts'
import type { PackedStatus } from '#lib/contract/seats.ts'
import type { TicketGroupAnswer } from '#lib/contract/wire.ts'
import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { withStoredTickets, type StoredTicket } from '#lib/domain/seating/rules/seat-selection.ts'
import { call, type CallResult } from '#lib/client/http/call.ts'
import { sealSeats } from './seats-lock.ts'
import { followSales } from './seats-sold.ts'
import { $places, $plan, $seatsPhase, $selectedSeats, $status, GRACE_MS, opened, type OpenSeats } from './seats-state.ts'
import { askStatus, beginWith, settle, statesOf, takeStatus } from './seats-status.ts'

let loading = 0

/**
 * Loads plan and status side by side. Called again for the same presentation it only takes the stored tickets over.
 * A failure is shown by `$seatsPhase`; calling once more tries again.
 */
export async function loadSeats(
  presentation: PresentationAnswer,
  ticketGroups: readonly TicketGroupAnswer[],
  stored?: readonly StoredTicket[],
): Promise<void> {
  if (stored) opened.stored = stored
  followSalesOnce()
  if (loading === presentation.id) {
    $selectedSeats.set(withStoredTickets($selectedSeats.get(), stored ?? []))
    return
  }
  loading = presentation.id
  $seatsPhase.set('loading')
  $selectedSeats.set([])
  const [plan, status] = await Promise.all([askPlan(presentation), askStatus(presentation)])
  const fitting = plan.ok && status.ok ? await fittingPlan(presentation, plan.value, status.value) : plan
  if (loading !== presentation.id) return
  if (fitting.ok && status.ok) openSeats(presentation, ticketGroups, fitting.value, status.value, status.etag)
  else giveUp(fitting)
}

let isFollowing = false

/** Seats that another page of the visitor has bought are sealed here; a page that comes back from the browser's memory asks how things are. */
function followSalesOnce(): void {
  if (isFollowing) return
  isFollowing = true
  const seal = (ids: readonly number[]) => {
    if (ids.includes(opened.seats?.presentation.id ?? 0)) sealSeats()
  }
  followSales(seal, () => void refreshStatus())
}

/** A plan never changes under its version, so the browser may keep it as long as it likes. */
function askPlan({ seatplanId, venueId, seatplanVersion }: PresentationAnswer, version = seatplanVersion) {
  const query = { seatplanId: String(seatplanId), venueId: String(venueId), version }
  return call('getSeatplan', { query, accept: PACKED_PLAN, isImmutable: true })
}

/** The plan that a status is of: the hall may have been built anew since the page was made. */
async function fittingPlan(
  presentation: PresentationAnswer,
  plan: PackedPlan,
  { planVersion }: PackedStatus,
): Promise<CallResult<PackedPlan>> {
  if (plan.version === planVersion) return { ok: true, value: plan }
  const newer = await askPlan(presentation, planVersion)
  if (!newer.ok || newer.value.version === planVersion) return newer
  return { ok: false, refusal: { code: 'NOT_FOUND', message: '', status: 0 } }
}

/** A plan that does not load is only noted down (spec §8); the page offers to try again. */
function giveUp(plan: CallResult<PackedPlan>): void {
  loading = 0
  // eslint-disable-next-line no-console -- spec §8 asks for it
  if (!plan.ok) console.warn(`seatplan: ${plan.refusal.code}`)
  $seatsPhase.set('failed')
}

function openSeats(
  presentation: PresentationAnswer,
  ticketGroups: readonly TicketGroupAnswer[],
  plan: PackedPlan,
  status: PackedStatus,
  etag = '',
): void {
  const hall = unpackPlan(plan)
  const groups = new Map(ticketGroups.map((group) => [group.id, group]))
  const open: OpenSeats = {
    presentation,
    hall,
    states: statesOf(hall, status, groups),
    planVersion: plan.version,
    version: status.version,
    etag,
    ticketGroups: groups,
    placeRows: new Map(),
    underWay: new Map(),
    touched: new Map(),
    unheard: new Map(),
    isSettling: false,
    changedAt: new Uint32Array(hall.count),
    orphans: new Set(),
  }
  opened.seats = open
  $places.set({})
  $status.set(null)
  beginWith(open, status)
  $plan.set(hall)
  $seatsPhase.set('ready')
}

/** Asks for the state of all seats, if it has changed, and shows what is new. */
export async function refreshStatus(): Promise<CallResult<unknown>> {
  const open = opened.seats
  if (!open) return { ok: true, value: undefined }
  const [askedAt, { version }] = [performance.now(), open]
  const answer = await askStatus(open.presentation, open.etag)
  // Where events came meanwhile the answer is the older word.
  if (opened.seats !== open || open.version !== version) return answer
  if (answer.ok) {
    takeWhole(open, answer.value, askedAt)
    open.etag = answer.etag ?? ''
    if (open.unheard.size > 0 && !opened.isLive) askAgainSoon()
  } else if (answer.refusal.code === 'NOT_MODIFIED') {
    settle(open)
    return { ok: true, value: undefined }
  }
  return answer
}

let askingAgain: ReturnType<typeof setTimeout> | undefined

/** What was just changed from here is not believed yet. Where no event will tell more of it, it is asked about once more. */
function askAgainSoon(): void {
  clearTimeout(askingAgain)
  askingAgain = setTimeout(() => void refreshStatus(), GRACE_MS)
}

/** Takes a whole status over; where it is of another plan, plan and status are loaded anew, and one's own seats keep their tickets. */
export function takeWhole(open: OpenSeats, told: PackedStatus, asOf: number): void {
  if (told.planVersion === open.planVersion) return takeStatus(open, told, asOf)
  const { presentation, ticketGroups } = open
  loading = 0
  void loadSeats({ ...presentation, seatplanVersion: told.planVersion }, [...ticketGroups.values()], $selectedSeats.get())
}
