import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { sofaOf } from '#lib/domain/seating/rules/seat-rules.ts'
import { JOINED, kindOf } from './looks.ts'
import type { Change } from './seats-apart.ts'
import { FORMS, TURN } from './sprites.ts'

/** What every seat is drawn as: laid out once for a hall. */
export interface SeatForms {
  readonly kinds: readonly number[]
  /** Look and kind of every seat in one number (see sprites.ts). */
  readonly forms: Uint16Array
  /** First seat of the sofa or bed that a seat belongs to, or −1. */
  readonly sofas: Int32Array | null
  /** Seats that glide to the look that they have now. */
  readonly changing: Map<number, Change>
}

export function layOutForms(hall: Hall): SeatForms {
  const kinds = [0]
  const forms = new Uint16Array(hall.count)
  let sofas: Int32Array | null = null
  for (let seat = 0; seat < hall.count; seat++) {
    const features = hall.features[seat] ?? 0
    const kind = kindOf(features)
    if (kind === 0) continue
    const known = kinds.indexOf(kind)
    forms[seat] = (known < 0 ? kinds.push(kind) - 1 : known) * FORMS
    if ((features & JOINED) === 0) continue
    const [first = seat, second] = sofaOf(hall, seat)
    if (second === undefined) continue
    sofas ??= new Int32Array(hall.count).fill(-1)
    sofas[seat] = first
  }
  return { kinds, forms, sofas, changing: new Map() }
}

/** The turn of every seat in steps. */
export function countSteps({ angle }: Hall): Uint8Array {
  return Uint8Array.from(angle, (turn) => ((Math.round((turn * TURN) / (2 * Math.PI)) % TURN) + TURN) % TURN)
}
