import { AVAILABLE, DIM, SELECTED } from './looks.ts'
import { drawSofa, type Drawing } from './sofas.ts'
import { FORMS, type DrawSeat } from './sprites.ts'

/** A seat that glides from one look to another, and since when. */
export interface Change {
  readonly from: number
  readonly at: number
}

export const CHANGE_MS = 260

/** Seats that are drawn one by one over the others: the chosen ones, sofas, and what is just changing. */
export interface Apart extends Drawing {
  readonly draw: DrawSeat
  readonly kinds: readonly number[]
  /** Pixels of the canvas to a unit of a seat's drawing, and the least of them for a chosen seat. */
  readonly unit: number
  readonly leastChosen: number
  readonly changing: ReadonlyMap<number, Change>
  /** By seat the first one of its sofa, −1 outside of any; empty where sofas are drawn as single seats. */
  readonly joined: ArrayLike<number>
}

export function drawApart(apart: Apart, seats: readonly number[]): void {
  const { joined, unit } = apart
  for (const first of new Set(seats.map((seat) => joined[seat] ?? -1))) if (first >= 0) drawSofa(apart, first, unit)
  const time = performance.now()
  for (const seat of seats) drawSeat(apart, seat, time)
}

function drawSeat({ hall, forms, draw, to, place, kinds, unit, leastChosen, changing, joined }: Apart, seat: number, time: number): void {
  const form = forms[seat] ?? 0
  const look = form % FORMS
  const kind = kinds[Math.floor(form / FORMS)] ?? 0
  const turn = hall.angle[seat] ?? 0
  const change = changing.get(seat)
  const part = change ? Math.min(1, (time - change.at) / CHANGE_MS) : 1
  const isChosen = look % DIM === SELECTED
  const isSofa = (joined[seat] ?? -1) >= 0
  const scale = unit * (isSofa ? 0.8 : 1)
  const isPlain = (one: number) => isSofa && one % DIM === AVAILABLE
  if (change && part < 1 && !isChosen && !isPlain(change.from)) {
    place(seat, scale)
    to.globalAlpha = 1 - part
    draw(change.from, kind, turn)
  }
  place(seat, isChosen ? Math.max(unit * (0.8 + 0.2 * part), leastChosen) : scale)
  to.globalAlpha = isChosen ? 1 : part
  if (!isPlain(look)) draw(look, isSofa ? 0 : kind, turn)
  to.globalAlpha = 1
}
