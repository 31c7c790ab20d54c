import { $isHold } from '#lib/client/seats/hold-mode.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { $status } from '#lib/client/seats/seats.ts'
import { isNeverHeld } from '#lib/domain/orders/unpaid-hold.ts'
import { featuresOf } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Translate } from '#lib/text/translate.ts'
import { DIM, LOOKS } from './core/looks.ts'
import { money, placeOfSeat, priceOfGroup, wholeText, type Groups } from './seat-words.ts'

/** A premium seat that nobody has, while seats are held without paying. */
function isBarred(hall: Hall, seat: number, state: string): boolean {
  return state === 'taken' && $isHold.get() && isNeverHeld(hall, seat)
}

/** A seat, and how it is drawn. */
interface DrawnSeat {
  readonly seat: number
  readonly look: number
}

/** The state of a seat in a word: free, whatever kind of seat it is, chosen, taken … */
export function stateOf(t: Translate, hall: Hall, { seat, look }: DrawnSeat): string {
  const state = LOOKS[look % DIM] ?? 'available'
  if (isBarred(hall, seat, state)) return t('seats.state.notHeld')
  return seatCalls.why?.(seat) || t(`seats.state.${['selected', 'taken', 'held', 'blocked'].includes(state) ? state : 'available'}`)
}

/** A seat as a screen reader says it: where, in which state, what is special about it, what it costs. */
export function spokenSeat(
  t: Translate,
  { hall, groups }: { readonly hall: Hall; readonly groups: Groups },
  { seat, look }: DrawnSeat,
): string {
  const price = priceOfGroup(groups, $status.get()?.states.ticketGroup[seat] ?? 0)
  return [
    placeOfSeat(t, hall, seat),
    stateOf(t, hall, { seat, look }),
    look >= DIM ? t('seats.state.dimmed') : '',
    wholeText(t, hall, seat),
    ...featuresOf(hall, seat).map((code) => t(`seats.feature.${code}`)),
    money(price),
  ]
    .filter((part) => part !== '')
    .join(', ')
}
