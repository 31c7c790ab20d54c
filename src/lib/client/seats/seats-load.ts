import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { PackedStatus } from '#lib/contract/show/seats.ts'
import type { TicketGroupAnswer } from '#lib/contract/wire.ts'
import { GRACE_MS } from '#lib/domain/seating/choosing/choosing.ts'
import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import { levelToOpenOn } from '#lib/domain/seating/rules/seat-levels.ts'
import { unpackStates } from '#lib/domain/seating/rules/seat-states.ts'
import { withStoredTickets, type StoredTicket } from '#lib/domain/seating/rules/seat-selection.ts'
import type { CallResult } from '#lib/client/http/call.ts'
import { $level } from './choosing.ts'
import { $isHold } from './hold-mode.ts'
import { seatCalls } from './seat-calls.ts'
import { sealSeats } from './seats-choose.ts'
import { followSales } from './seats-sold.ts'
import { $plan, $seatsPhase, $selectedSeats, choosing, dispatch, open } from './seats-state.ts'

let loading = 0

/** What the open seats were loaded from. */
let opened:
  | {
      readonly presentation: PresentationAnswer
      readonly ticketGroups: readonly TicketGroupAnswer[]
      readonly planVersion: string
      /** Of the last whole status. */
      etag: string
    }
  | undefined

/** Tickets that an earlier page has stored. */
let stored: readonly StoredTicket[] = []

/**
 * Loads plan and status side by side. Called again for the same presentation it only takes the stored tickets over.
 * A failure is shown by `$seatsPhase`; calling once more tries again.
 */
export async function loadSeats(
  presentation: PresentationAnswer,
  ticketGroups: readonly TicketGroupAnswer[],
  kept?: readonly StoredTicket[],
): Promise<void> {
  if (kept) stored = kept
  followSalesOnce()
  if (loading === presentation.id) {
    $selectedSeats.set(withStoredTickets($selectedSeats.get(), kept ?? []))
    return
  }
  loading = presentation.id
  $seatsPhase.set('loading')
  $selectedSeats.set([])
  const [plan, status] = await Promise.all([seatCalls.plan(presentation, presentation.seatplanVersion), seatCalls.status(presentation, '')])
  const fitting = plan.ok && status.ok ? await fittingPlan(presentation, plan.value, status.value) : plan
  const hall = fitting.ok && (await hallOf(fitting.value))
  if (loading !== presentation.id) return
  if (fitting.ok && hall && status.ok) {
    openSeats({ presentation, ticketGroups, planVersion: fitting.value.version, etag: status.etag ?? '' }, hall, status.value)
  } else giveUp(fitting)
}

let isFollowing = false

/** Seats that another page of the visitor has bought are sealed here; a page that comes back from the browser's memory asks how things are. */
function followSalesOnce(): void {
  if (isFollowing) return
  isFollowing = true
  const seal = (ids: readonly number[]) => {
    if (ids.includes(opened?.presentation.id ?? 0)) sealSeats()
  }
  followSales(seal, () => void refreshStatus())
}

/** The plan that a status is of: the hall may have been built anew since the page was made. */
async function fittingPlan(
  presentation: PresentationAnswer,
  plan: PackedPlan,
  { planVersion }: PackedStatus,
): Promise<CallResult<PackedPlan>> {
  if (plan.version === planVersion) return { ok: true, value: plan }
  const newer = await seatCalls.plan(presentation, planVersion)
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

/** The hall of a plan. What only tables need is fetched where there are some; without it the server alone keeps their rules. */
async function hallOf(plan: PackedPlan): Promise<Hall> {
  const hall = unpackPlan(plan)
  if (!plan.tables?.length) return hall
  const part = await import('#lib/domain/seating/plan/hall-tables.ts').catch(() => undefined)
  return part?.withTables(hall, plan.tables) ?? hall
}

function openSeats(of: NonNullable<typeof opened>, hall: Hall, status: PackedStatus): void {
  const { presentation, ticketGroups } = of
  const groups = new Map(ticketGroups.map((group) => [group.id, group]))
  opened = of
  const now = unpacked(hall, groups, status)
  open({ presentation, hall, ticketGroups: groups, isUnpaidHold: $isHold.get(), stored }, now)
  $level.set(hall.levels ? levelToOpenOn(hall, now.states) : 0)
  $plan.set(hall)
  $seatsPhase.set('ready')
}

/** The status with the columns of the seats unpacked. */
function unpacked(hall: Hall, groups: ReadonlyMap<number, unknown>, { version, places, ...packed }: PackedStatus) {
  return { version, places, states: unpackStates(hall, packed, (group) => groups.has(group)) }
}

/** Asks for the state of all seats, if it has changed, and shows what is new. */
export async function refreshStatus(): Promise<CallResult<unknown>> {
  const [of, version, askedAt] = [opened, choosing()?.version, performance.now()]
  if (!of) return { ok: true, value: undefined }
  const answer = await seatCalls.status(of.presentation, of.etag)
  // If events came meanwhile the answer is the older word.
  if (opened !== of || choosing()?.version !== version) return answer
  if (answer.ok) {
    takeWhole(answer.value, askedAt)
    of.etag = answer.etag ?? ''
    if (choosing()?.unheard.size && !choosing()?.isLive) askAgainSoon()
  } else if (answer.refusal.code === 'NOT_MODIFIED') {
    dispatch({ kind: 'unchanged' })
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

/** Takes a whole status over; if it is of another plan, plan and status are loaded anew, and the visitor's seats keep their tickets. */
export function takeWhole(status: PackedStatus, asOf: number): void {
  const state = choosing()
  if (!opened || !state) return
  const { presentation, ticketGroups, planVersion } = opened
  if (status.planVersion === planVersion) {
    dispatch({ kind: 'status', asOf, ...unpacked(state.hall, state.ticketGroups, status) })
    return
  }
  loading = 0
  void loadSeats({ ...presentation, seatplanVersion: status.planVersion }, ticketGroups, $selectedSeats.get())
}
