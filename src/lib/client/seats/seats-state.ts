import { atom, computed } from 'nanostores'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { choose, openChoosing } from '#lib/domain/seating/choosing/choose.ts'
import {
  GRACE_MS,
  type Answer,
  type Choosing,
  type ChoosingEvent,
  type Effect,
  type SeatNotice,
} from '#lib/domain/seating/choosing/choosing.ts'
import { countUnderWay } from '#lib/domain/seating/choosing/hall-seats.ts'
import { problemOf } from '#lib/domain/seating/choosing/selection-problem.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Places } from '#lib/domain/seating/rules/seat-sections.ts'
import type { SelectionProblem } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import type { SelectedSeat, Selection } from '#lib/domain/seating/rules/seat-selection.ts'
import type { HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { waitFor } from './hold-wait.ts'
import { seatCalls } from './seat-calls.ts'

/**
 * The store of choosing seats: feeds events to the reducer `domain/seating/choosing/choose.ts`, shows the state that it returns, and runs its effects,
 * whose answers come back as events.
 */

/** The state of the seats, new each time; `changed` is null if any may have changed. */
export interface StatusChange {
  readonly states: HallStates
  readonly changed: readonly number[] | null
  /** Whether others caused it. */
  readonly isPolled: boolean
}

export const $plan = atom<Hall | null>(null)
export const $status = atom<StatusChange | null>(null)
/** Places of general admission, by section id. */
export const $places = atom<Readonly<Record<string, Places>>>({})
export const $selectedSeats = atom<Selection>([])
/** How many seats and places a request is under way about; what takes longer is shown to be at work. */
export const $underWay = atom(0)
export const $seatsPhase = atom<'idle' | 'loading' | 'ready' | 'failed'>('idle')
/** What became of the last press: a late good answer to an earlier one does not take the place of what that met with. */
export const $seatNotice = atom<SeatNotice | null>(null)
/** Counts the good answers, shown or not. */
export const $granted = atom(0)
/** A seat that somebody else took in the last moment. */
export const $takenSeat = atom<SelectedSeat | null>(null)
/** `none`: the last wish was refused, and `$bestRefusal` says why; nothing was changed by it. */
export const $bestPhase = atom<'idle' | 'working' | 'taken' | 'none'>('idle')
export const $bestRefusal = atom<CallRefusal | null>(null)

let now: Choosing | undefined

/** The choice as it is now; undefined before the first load. */
export const choosing = (): Choosing | undefined => now

/** The ticket group of a section's places. */
export function groupOfPlaces(sectionId: number): number {
  return now?.placeRows.get(sectionId)?.ticketGroup ?? 0
}

let last: SelectionProblem | null = null

/** The rule of spec §4 and §5 that the selected seats break, or null. The same problem stays the same object, so that nothing is drawn again for it. */
export const $selectionProblem = computed([$status, $selectedSeats], (): SelectionProblem | null => {
  const found = now ? problemOf(now) : null
  if (JSON.stringify(found) !== JSON.stringify(last)) last = found
  return last
})

/** Shows the seats of another house. What waits in line there is never asked for: it is not done. */
export function open(...first: Parameters<typeof openChoosing>): void {
  $status.set(null)
  for (const resolve of waiting.values()) resolve(false)
  waiting.clear()
  take(openChoosing(...first))
}

type Without<Event, Keys extends PropertyKey> = Event extends unknown ? Omit<Event, Keys> : never

export function dispatch(event: Without<ChoosingEvent, 'at'>): void {
  if (now) take(choose(now, { ...event, at: performance.now() }))
}

let lastId = 0
/** Those who made a request that the server has not been asked for yet. */
const waiting = new Map<number, (isDone: boolean) => void>()

/** Makes a request of the visitor. @returns whether the server has done all of it */
export function request(event: Without<Extract<ChoosingEvent, { readonly wish: unknown } | Asking>, 'at' | 'id'>): Promise<boolean> {
  const id = (lastId += 1)
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    dispatch({ ...event, id })
    if (now?.requests.has(id)) return
    waiting.delete(id)
    resolve(false)
  })
}
type Asking = { readonly kind: 'choose' | 'release' | 'addPlace' }

function take([next, effects]: ReturnType<typeof choose>): void {
  now = next
  $selectedSeats.set(next.selected)
  $places.set(next.places)
  $underWay.set(countUnderWay(next))
  effects.forEach(run)
}

// Tickets and references of selected seats are written by others too.
$selectedSeats.listen((selected) => {
  if (now && now.selected !== selected) dispatch({ kind: 'edited', selected })
})

function run(effect: Effect): void {
  switch (effect.kind) {
    case 'ask':
      return feedBack(effect.id, askSeats(effect))
    case 'askBest':
      return feedBack(effect.id, askForBest(effect))
    case 'wake': {
      const hall = now?.hall
      setTimeout(() => {
        if (now?.hall === hall) dispatch({ kind: 'graceOver' })
      }, GRACE_MS)
      return
    }
    case 'say':
      return $seatNotice.set(effect.notice)
    case 'grant':
      return $granted.set($granted.get() + 1)
    case 'offer':
      return $takenSeat.set(effect.seat)
    case 'show':
      if (now) $status.set({ states: now.states, changed: effect.changed, isPolled: effect.isPolled })
      return
    case 'wait':
      return waitFor(effect.seconds)
  }
}

/** What an answer is for the house that asked, whether all was done, and how another house tells of a refusal. */
type Told = readonly [event: Without<ChoosingEvent, 'at'>, isDone: boolean, refused?: Without<ChoosingEvent, 'at'>]

/** Feeds an answer back. If another house is open by then, its status says what is the visitor's, and only the outcome is told. */
function feedBack(id: number, asking: Promise<Told>): void {
  const hall = now?.hall
  const resolve = waiting.get(id)
  waiting.delete(id)
  void asking.then(([event, isDone, refused]) => {
    if (now?.hall === hall) dispatch(event)
    else if (isDone) run({ kind: 'grant' })
    else if (resolve && refused) dispatch(refused)
    resolve?.(isDone)
  })
}

async function askSeats({ id, isHold, seats }: Extract<Effect, { readonly kind: 'ask' }>): Promise<Told> {
  const answers = await Promise.all(seats.map((seat): Promise<Answer> => (isHold ? seatCalls.lock(seat) : seatCalls.unlock(seat))))
  return [{ kind: 'answered', id, answers }, answers.every(({ ok }) => ok), { kind: 'refused', seats, answers }]
}

async function askForBest({ id, wish, isInstead }: Extract<Effect, { readonly kind: 'askBest' }>): Promise<Told> {
  const answer = await seatCalls.best(now?.presentation.id ?? 0, wish, isInstead)
  const match = answer.ok ? answer.value.matches.find(({ isLocked }) => isLocked) : undefined
  $bestRefusal.set(answer.ok ? null : answer.refusal)
  if (!answer.ok && answer.refusal.code === 'HOLD_WAIT') waitFor(Number(answer.refusal.facts?.seconds ?? 1))
  $bestPhase.set(match ? 'taken' : 'none')
  const taken = match?.seats.map((seat) => ({ sectionId: seat.VenueSectionId, x: seat.XCoordinate, y: seat.YCoordinate })) ?? null
  return [{ kind: 'found', id, taken }, taken !== null]
}
