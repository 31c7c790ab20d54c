import type { HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { answerBest, askBest } from './choose-best.ts'
import { addPlace, answerPlace, movePlace } from './choose-places.ts'
import { answerChosen, answerReleased, chooseSeats, releaseSeats } from './choose-seats.ts'
import { type Answer, type Choosing, type ChoosingEvent, type Effect, type House, type ToldBySection } from './choosing.ts'
import { chosenSeats } from './hall-seats.ts'
import { beginWith, settle, takeChange, takeStatus } from './told.ts'
import { change, end, expectStatusAfterGrace, mark, sayRefusal, settleSoon, touch, type Turn } from './turn.ts'
import { SEAT_STATUS } from '#lib/domain/seating/plan/seatplan.ts'

type Step = readonly [state: Choosing, effects: readonly Effect[]]

/** Opens a house with its first status. */
export function openChoosing(
  house: House,
  { version, states, places }: { readonly version: string; readonly states: HallStates; readonly places: ToldBySection },
): Step {
  const state: Choosing = {
    ...house,
    states,
    changedAt: new Uint32Array(house.hall.count),
    tick: 0,
    troubleAt: 0,
    places: {},
    placeRows: new Map(),
    selected: [],
    version,
    requests: new Map(),
    touched: new Map(),
    unheard: new Map(),
    orphans: new Set(),
    isSettling: false,
    isLive: false,
  }
  const turn: Turn = { state, effects: [], at: 0 }
  beginWith(turn, places)
  return [turn.state, turn.effects]
}

/**
 * What an event makes of the choice, and what is to be done about it. Pure: the state before stays as it was, and an answer to a request that is not
 * under way (late after a reload, or given twice) changes nothing.
 */
export function choose(state: Choosing, event: ChoosingEvent): Step {
  const turn: Turn = { state, effects: [], at: event.at }
  if ('version' in event) change(turn, { version: event.version })
  act(turn, event)
  return [turn.state, turn.effects]
}

function act(turn: Turn, event: ChoosingEvent): void {
  switch (event.kind) {
    case 'choose':
      return chooseSeats(turn, event)
    case 'release':
      return release(turn, event)
    case 'addPlace':
      return addPlace(turn, event.id, event.sectionId)
    case 'best':
      return askBest(turn, event.id, event.wish)
    case 'answered':
      return answer(turn, event.id, event.answers)
    case 'refused':
      return sayRefusal(turn, event.answers, event.seats)
    case 'found':
      return takeFound(turn, event)
    case 'status':
      return takeStatus(turn, event)
    case 'change':
      return takeChange(turn, event.seats, event.places)
    case 'unchanged':
      return settle(turn)
    case 'graceOver':
      return endGrace(turn)
    case 'live':
      return follow(turn, event.isLive)
    case 'edited':
      return change(turn, { selected: event.selected })
    case 'sold':
      return seal(turn)
  }
}

function endGrace(turn: Turn): void {
  change(turn, { isSettling: false })
  // If nothing arrives by itself, the next status brings the last word.
  if (turn.state.isLive) settle(turn)
}

function follow(turn: Turn, isLive: boolean): void {
  change(turn, { isLive })
  if (isLive) settleSoon(turn)
}

type EventOf<Kind extends ChoosingEvent['kind']> = Extract<ChoosingEvent, { readonly kind: Kind }>

function release(turn: Turn, event: EventOf<'release'>): void {
  const seat = turn.state.selected.find(({ key }) => key === event.key)
  if (seat?.x === null) movePlace(turn, event.id, { seat, by: -1 })
  else if (seat) releaseSeats(turn, event.id, seat)
}

function takeFound(turn: Turn, event: EventOf<'found'>): void {
  const request = turn.state.requests.get(event.id)
  if (request?.kind !== 'best') return
  end(turn, event.id, request)
  answerBest(turn, request, event.taken)
}

function answer(turn: Turn, id: number, answers: readonly Answer[]): void {
  const request = turn.state.requests.get(id)
  if (!request || request.kind === 'best') return
  end(turn, id, request)
  if (request.kind === 'choose') return answerChosen(turn, request, answers)
  if (request.kind === 'release') return answerReleased(turn, request, answers)
  if (request.kind === 'place') return answerPlace(turn, request, answers)
  if (!answers[0]?.ok) for (const seat of request.ids) expectStatusAfterGrace(turn, seat, SEAT_STATUS.selected)
}

function seal(turn: Turn): void {
  const own = chosenSeats(turn.state)
  change(turn, { selected: [] })
  mark(turn, own, 0)
  touch(turn, own)
}
