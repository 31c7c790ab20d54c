import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import type { Places } from '#lib/domain/seating/rules/seat-sections.ts'
import { hasState, isYours, NO_ALLOCATION, writeState } from '#lib/domain/seating/rules/seat-states.ts'
import { GRACE_MS, placesId, type Choosing, type ChoosingEvent, type ToldBySection, type ToldPlaces } from './choosing.ts'
import { chosenPlaces, indexOf, isUnderWay, placeOf, seatOf } from './hall-seats.ts'
import { adopt, change, giveBack, lose, ownColumns, settleSoon, type Turn } from './turn.ts'

/** What one answer or event tells, gathered until all of it is taken over. */
interface News {
  readonly turn: Turn
  /** When it was asked for or heard. */
  readonly asOf: number
  readonly changed: number[]
  readonly places: Record<string, Places>
  readonly unheard: Map<number, ToldSeat | ToldPlaces>
}
type WholeStatus = Extract<ChoosingEvent, { readonly kind: 'status' }>
type ToldSeat = readonly [status: number, allocation: number, ticketGroup: number]

/** Takes over the first status: the seats that are the visitor's own are in `states` already. */
export function beginWith(turn: Turn, places: ToldBySection): void {
  const news = newsAsOf(turn, Infinity)
  turn.state.states.status.forEach((_status, seat) => {
    if (isYours(turn.state.states, seat)) news.changed.push(seat)
  })
  follow(news, places)
  turn.effects.push({ kind: 'show', changed: null, isPolled: false })
}

/** Takes over a whole status; what was asked or changed from here since then stays. */
export function takeStatus(turn: Turn, { states, asOf, places }: WholeStatus): void {
  const news = newsAsOf(turn, asOf)
  const { status, allocation, ticketGroup } = states
  for (let seat = 0; seat < status.length; seat++) {
    tellSeat(news, seat, [status[seat] ?? 0, isBarred(turn.state, seat) ? NO_ALLOCATION : (allocation[seat] ?? 0), ticketGroup[seat] ?? 0])
  }
  conclude(news, places)
}

/** Takes over what has changed since the version before. */
export function takeChange(turn: Turn, seats: readonly number[], places: ToldBySection): void {
  const news = newsAsOf(turn, turn.at)
  for (let at = 0; at + 2 < seats.length; at += 3) {
    const [seat = 0, code = 0, allocation = 0] = seats.slice(at, at + 3)
    const group = turn.state.states.ticketGroup[seat]
    if (group !== undefined)
      tellSeat(news, seat, [code, turn.state.ticketGroups.has(group) && !isBarred(turn.state, seat) ? allocation : NO_ALLOCATION, group])
  }
  conclude(news, places)
}

/** Takes over the last word about what is not kept any more. */
export function settle(turn: Turn): void {
  const news = newsAsOf(turn, turn.at)
  for (const [id, told] of turn.state.unheard) {
    if ('free' in told) tellPlaces(news, -id, told)
    else tellSeat(news, id, told)
  }
  conclude(news, {})
}

/** A stream tells everybody alike; only a status that is asked for knows what cannot be held without paying. */
function isBarred({ hall, isUnpaidHold }: Choosing, seat: number): boolean {
  return isUnpaidHold && isNeverHeld(hall, seat)
}

function newsAsOf(turn: Turn, asOf: number): News {
  change(turn, { tick: turn.state.tick + 1 })
  return { turn, asOf, changed: [], places: {}, unheard: new Map(turn.state.unheard) }
}

/** Whether what is told is too old to say anything of a seat or a section's places; then it is kept for later. */
function isKept({ turn, asOf, unheard }: News, id: number, told: ToldSeat | ToldPlaces): boolean {
  const isTooOld = isUnderWay(turn.state, id) || (turn.state.touched.get(id) ?? -Infinity) + GRACE_MS > asOf
  if (isTooOld) unheard.set(id, told)
  else unheard.delete(id)
  return isTooOld
}

function tellSeat(news: News, seat: number, told: ToldSeat): void {
  const { states } = news.turn.state
  if (isKept(news, seat, told) || hasState(states, seat, told)) return
  const before = states.status[seat]
  const { states: own, changedAt, tick } = ownColumns(news.turn)
  writeState(own, seat, told)
  if (own.status[seat] !== before) changedAt[seat] = tick
  news.changed.push(seat)
}

function tellPlaces(news: News, sectionId: number, told: ToldPlaces): void {
  const { capacity, free, yours, allocation } = told
  change(news.turn, { placeRows: new Map(news.turn.state.placeRows).set(sectionId, told) })
  if (!isKept(news, placesId(sectionId), told)) {
    news.places[sectionId] = { capacity, free: allocation === NO_ALLOCATION ? 0 : free, yours }
  }
}

function conclude(news: News, places: ToldBySection): void {
  follow(news, places)
  const { turn, changed } = news
  if (changed.length > 0) turn.effects.push({ kind: 'show', changed, isPolled: true })
  settleSoon(turn)
}

/** Selects what the server says is the visitor's own, and drops what no longer is. */
function follow(news: News, told: ToldBySection): void {
  for (const [id, of] of Object.entries(told)) tellPlaces(news, Number(id), of)
  const { turn, changed, places, unheard } = news
  const before = turn.state.places
  const isNew = Object.entries(places).some(([id, now]) => JSON.stringify(now) !== JSON.stringify(before[id]))
  change(turn, { unheard, ...(isNew && { places: { ...before, ...places } }) })
  followPlaces(turn, places)
  for (const seat of changed) if (isYours(turn.state.states, seat) && turn.state.orphans.has(seat)) giveBack(turn, seat)
  const { state } = turn
  adopt(
    turn,
    changed.filter((seat) => isYours(state.states, seat)).map((seat) => seatOf(state, seat)),
  )
  lose(
    turn,
    turn.state.selected.filter((seat) => {
      const at = indexOf(state, seat)
      return changed.includes(at) && !isYours(state.states, at)
    }),
  )
}

function followPlaces(turn: Turn, places: Readonly<Record<string, Places>>): void {
  for (const [id, { yours }] of Object.entries(places)) {
    const own = chosenPlaces(turn.state, Number(id))
    lose(turn, own.slice(yours))
    for (let more = own.length; more < yours; more++) adopt(turn, [placeOf(turn.state, Number(id))])
  }
}
