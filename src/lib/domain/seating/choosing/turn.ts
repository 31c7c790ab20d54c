import { addSeats, dropSeats, withStoredTickets, type SelectedSeat, type Selection } from '#lib/domain/seating/rules/seat-selection.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'
import type { Answer, Choosing, Effect, Request, SeatNotice, Wanted } from './choosing.ts'
import { seatOf } from './hall-seats.ts'

/** One event at work: the state that it makes, still without what the rest of it changes, and what is to be done about it. */
export interface Turn {
  state: Choosing
  readonly effects: Effect[]
  readonly at: number
  /** Whether the columns of the hall are copies already. */
  isCopied?: boolean
}

/** Puts new values in place of old ones. */
export function change(turn: Turn, part: Partial<Choosing>): void {
  turn.state = { ...turn.state, ...part }
}

/** The columns of the hall as copies that this turn may write to. */
export function ownColumns(turn: Turn): Choosing {
  if (!turn.isCopied) {
    const { states, changedAt } = turn.state
    const { status, allocation, ticketGroup } = states
    turn.isCopied = true
    change(turn, {
      states: { status: status.slice(), allocation: allocation.slice(), ticketGroup: ticketGroup.slice() },
      changedAt: changedAt.slice(),
    })
  }
  return turn.state
}

/** Marks seats with a status, and shows it. */
export function mark(turn: Turn, seats: readonly number[], status: number): void {
  const { states, changedAt } = ownColumns(turn)
  const tick = turn.state.tick + 1
  for (const at of seats) {
    if (states.status[at] !== status) changedAt[at] = tick
    states.status[at] = status
  }
  change(turn, { tick })
  turn.effects.push({ kind: 'show', changed: seats, isPolled: false })
}

/** Says what keeps a wish from being granted. */
export function say(turn: Turn, kind: SeatNotice['kind'], seats: Selection): void {
  sayTrouble(turn, { kind, seats })
}

function sayTrouble(turn: Turn, notice: SeatNotice): void {
  const tick = turn.state.tick + 1
  change(turn, { tick, troubleAt: tick })
  turn.effects.push({ kind: 'say', notice })
}

/** What of a request was granted; `begunAt` by `tick`. */
interface Granted {
  readonly seats: Selection
  readonly begunAt: number
}

/** Says that a request was granted, unless trouble came up since it began. */
export function sayDone(turn: Turn, kind: 'selected' | 'released', { seats, begunAt }: Granted): void {
  if (begunAt > turn.state.troubleAt) turn.effects.push({ kind: 'say', notice: { kind, seats } })
  turn.effects.push({ kind: 'grant' })
}

/** Says why the server refused the first that it did. */
export function sayRefusal(turn: Turn, answers: readonly Answer[], seats: Selection): void {
  const answer = answers.find(({ ok }) => !ok)
  if (!answer || answer.ok) return
  const { code, message, facts, retryAfter } = answer.refusal
  if (code === 'NO_CONNECTION') return say(turn, 'offline', seats)
  if (code === 'SEAT_LIMIT') return say(turn, 'limit', seats)
  if (code === 'HOLD_WAIT') {
    turn.effects.push({ kind: 'wait', seconds: Number(facts?.seconds ?? retryAfter ?? 1) })
    return say(turn, 'wait', seats)
  }
  sayTrouble(turn, { kind: code === 'SEAT_NOT_AVAILABLE' ? 'lost' : 'refused', seats, message })
}

export function begin(turn: Turn, id: number, wanted: Wanted): void {
  const tick = turn.state.tick + 1
  change(turn, { tick, requests: new Map(turn.state.requests).set(id, { ...wanted, begunAt: tick }) })
}

/** Asks the server to hold or release seats. */
export function ask(turn: Turn, seats: Selection, asked: { readonly id: number; readonly isHold: boolean }): void {
  turn.effects.push({ kind: 'ask', ...asked, seats })
}

/** Ends a request: its seats are believed to the server again once their grace is over. */
export function end(turn: Turn, id: number, { ids }: Request): void {
  const requests = new Map(turn.state.requests)
  requests.delete(id)
  change(turn, { requests })
  touch(turn, ids)
}

/** Starts the grace of seats. */
export function touch(turn: Turn, ids: readonly number[]): void {
  const touched = new Map(turn.state.touched)
  for (const id of ids) touched.set(id, turn.at)
  change(turn, { touched })
  settleSoon(turn)
}

/** Asks to be woken when the grace of what was told is over. */
export function settleSoon(turn: Turn): void {
  if (turn.state.unheard.size === 0 || turn.state.isSettling) return
  change(turn, { isSettling: true })
  turn.effects.push({ kind: 'wake' })
}

export function select(turn: Turn, seats: Selection): void {
  change(turn, { selected: addSeats(turn.state.selected, seats) })
}

export function deselect(turn: Turn, seats: Selection): void {
  const keys = seats.map(({ key }) => key)
  change(turn, { selected: dropSeats(turn.state.selected, keys) })
}

/** Selects what is the visitor's own already, with the tickets stored for it; what is selected keeps its own. */
export function adopt(turn: Turn, seats: Selection): void {
  if (seats.length === 0) return
  const { selected, stored } = turn.state
  const all = withStoredTickets(addSeats(selected, seats), stored)
  change(turn, { selected: [...selected, ...all.slice(selected.length)] })
}

/** Deselects what the visitor has lost, and says so. */
export function lose(turn: Turn, seats: Selection): void {
  if (seats.length === 0) return
  deselect(turn, seats)
  say(turn, 'lost', seats)
}

/** Selects (1) or deselects (−1) a place and counts it. */
export function countPlace(turn: Turn, seat: SelectedSeat, by: number): void {
  if (by > 0) select(turn, [seat])
  else deselect(turn, [seat])
  const { places } = turn.state
  const of = places[seat.sectionId]
  if (of) change(turn, { places: { ...places, [seat.sectionId]: { ...of, free: of.free - by, yours: of.yours + by } } })
}

/** Gives back a seat that nobody here wants; if that fails it is the visitor's own after all. */
export function giveBack(turn: Turn, seat: number): void {
  const orphans = new Set(turn.state.orphans)
  orphans.delete(seat)
  change(turn, { orphans })
  mark(turn, [seat], SEAT_STATUS.available)
  const id = -turn.state.tick
  begin(turn, id, { kind: 'giveBack', ids: [seat] })
  ask(turn, [seatOf(turn.state, seat)], { id, isHold: false })
}

/** Expects a status of a seat once its grace is over, unless something is told of it by then. */
export function expectStatusAfterGrace(turn: Turn, seat: number, status: number): void {
  const { states, unheard } = turn.state
  if (!unheard.has(seat)) {
    change(turn, { unheard: new Map(unheard).set(seat, [status, states.allocation[seat] ?? 0, states.ticketGroup[seat] ?? 0]) })
  }
  settleSoon(turn)
}
