import { isOverLimit } from '#lib/domain/seating/rules/seat-rules.ts'
import { withoutReferences } from '#lib/domain/seating/rules/seat-selection.ts'
import { placesId, type Answer, type Request } from './choosing.ts'
import { chosenPlaces, isUnderWay, placeOf } from './hall-seats.ts'
import { ask, begin, countPlace, deselect, say, sayDone, sayRefusal, select, type Turn } from './turn.ts'

type PlaceRequest = Extract<Request, { readonly kind: 'place' }>

/** Takes one more place of a general-admission section, if there is one and the limit allows it. */
export function addPlace(turn: Turn, id: number, sectionId: number): void {
  const { places, selected, presentation } = turn.state
  const free = places[sectionId]?.free
  if (free === undefined) return
  const seat = placeOf(turn.state, sectionId)
  if (free < 1) say(turn, 'taken', [seat])
  else if (isOverLimit({ selected: selected.length, maxSeats: presentation.maxSeats }, 1)) say(turn, 'limit', [seat])
  else movePlace(turn, id, { seat, by: 1 })
}

/** Takes (1) or gives back (−1) a place: here at once, at the server after the requests about the same section. */
export function movePlace(turn: Turn, id: number, { seat, by }: Pick<PlaceRequest, 'seat' | 'by'>): void {
  const lane = placesId(seat.sectionId)
  const isFirst = nextIn(turn, lane) === undefined
  begin(turn, id, { kind: 'place', ids: [lane], seat, by })
  countPlace(turn, seat, by)
  if (isFirst) askNext(turn, lane)
}

/** The oldest request about places of a section: they go one after another, so that what was pressed last comes last. */
function nextIn({ state }: Turn, lane: number): readonly [number, PlaceRequest] | undefined {
  for (const [id, request] of state.requests) if (request.kind === 'place' && request.ids[0] === lane) return [id, request]
  return undefined
}

function askNext(turn: Turn, lane: number): void {
  const next = nextIn(turn, lane)
  if (!next) return
  const [id, { by, seat }] = next
  ask(turn, [seat], { id, isHold: by > 0 })
}

/** Counts a refused place back, asks for the next one, and after the last matches the selection to what is the visitor's own. */
export function answerPlace(turn: Turn, { seat, by, begunAt, ids: [lane = 0] }: PlaceRequest, answers: readonly Answer[]): void {
  if (answers[0]?.ok) sayDone(turn, by > 0 ? 'selected' : 'released', { seats: [seat], begunAt })
  else {
    countPlace(turn, withoutReferences(seat), -by)
    sayRefusal(turn, answers, [seat])
  }
  askNext(turn, lane)
  if (!isUnderWay(turn.state, lane)) matchPlaces(turn, seat.sectionId)
}

/** Selects as many places as are the visitor's own, whatever was pressed and refused in between. */
function matchPlaces(turn: Turn, sectionId: number): void {
  const own = chosenPlaces(turn.state, sectionId)
  const yours = turn.state.places[sectionId]?.yours ?? 0
  for (let more = own.length; more < yours; more++) select(turn, [placeOf(turn.state, sectionId)])
  deselect(turn, own.slice(yours))
}
