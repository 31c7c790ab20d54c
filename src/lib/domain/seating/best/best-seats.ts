import {
  costOfRun,
  fieldOf,
  forEachStretch,
  isAllowed,
  isOwnBroken,
  isPromising,
  seatsFrom,
  type BestGroup,
  type BestWish,
  type Field,
} from './best-field.ts'
import { groundOf } from './best-ground.ts'
import { LowestFirst } from './best-order.ts'
import { rankSpread } from './best-spread.ts'
import { rankAcrossTables, rankAtTables } from './best-tables.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { HallStates } from '#lib/domain/seating/rules/seat-states.ts'

export type { BestGroup, BestWish } from './best-field.ts'

const USUAL_MOST = 24

/**
 * The best groups of free seats, best first: close to the focal point, one row or table before several, limited views last, within all rules for choosing seats. Groups
 * share no seats as long as there are alternatives. Empty if the wish cannot be met.
 */
export function rankGroups(hall: Hall, states: HallStates, wish: BestWish): BestGroup[] {
  if (wish.quantity < 1) return []
  const field = fieldOf(hall, states, wish)
  const groups = rankIn(field)
  return groups.length === 0 && isOwnBroken(field) ? rankIn({ ...field, own: [] }) : groups
}

function rankIn(field: Field): BestGroup[] {
  const { quantity, together, most = USUAL_MOST } = field.wish
  const inRows = bestOf([...rankRows(field, most), ...rankAtTables(field, most)], most)
  if (quantity === 1 || together === 'only' || (together === 'first' && inRows.length > 0)) return inRows
  const mostAlone = inRows.length > 0 ? 0 : quantity
  return bestOf([...inRows, ...rankSpread(field, most, mostAlone), ...rankAcrossTables(field)], most)
}

function bestOf(groups: readonly BestGroup[], most: number): BestGroup[] {
  return groups.toSorted((a, b) => a.cost - b.cost).slice(0, most)
}

/** Whether the seats stand side by side in one row without an aisle between them, or at one table. */
export function isSideBySide(hall: Hall, seats: readonly number[]): boolean {
  const table = hall.tables?.at(seats[0] ?? -1)
  if (table?.kind === 'table') return seats.every((seat) => seat >= table.first && seat < table.end)
  const { isJoined } = groundOf(hall)
  return seats.every((seat, at) => at === 0 || (seats[at - 1] === seat - 1 && isJoined[seat - 1] === 1))
}

/** Groups of one row each. A group that shares seats with a better one is used only if nothing else is left. */
function rankRows(field: Field, most: number): BestGroup[] {
  const { quantity } = field.wish
  const order = orderRuns(field)
  const isUsed = new Uint8Array(field.hall.count)
  const groups: BestGroup[] = []
  const spare: number[] = []
  const offer = (first: number) => {
    const seats = seatsFrom(first, first + quantity - 1)
    if (isAllowed(field, seats)) groups.push({ seats, cost: costOfRun(field, first, first + quantity - 1), isTogether: true })
    return groups.at(-1)?.seats === seats
  }
  for (let first = order.take(); first !== undefined && groups.length < most; first = order.take()) {
    const last = first + quantity - 1
    if (!isUsed[first] && !isUsed[last]) {
      if (offer(first)) isUsed.fill(1, first, last + 1)
    } else if (spare.length < most) spare.push(first)
  }
  for (const first of spare) if (groups.length < most) offer(first)
  return groups
}

/** The first seats of all promising runs, cheapest run first. */
function orderRuns(field: Field): LowestFirst {
  const { quantity } = field.wish
  const costs = new Float64Array(field.hall.count)
  const firsts = new Int32Array(field.hall.count)
  let size = 0
  forEachStretch(field, (from, to) => {
    for (let first = from; first + quantity - 1 <= to; first++) {
      const last = first + quantity - 1
      if (!isPromising(field, first, last)) continue
      costs[size] = costOfRun(field, first, last)
      firsts[size++] = first
    }
  })
  return new LowestFirst(costs, firsts, size)
}
