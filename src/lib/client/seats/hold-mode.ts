import { atom } from 'nanostores'
import { HOLD_QUERY } from '#lib/domain/orders/unpaid-hold.ts'

/** Whether the order of this page is to hold its seats without paying (spec §4). The server has said so, and knows who may. */
export const $isHold = atom(false)

/** Sets the mode before anything of the page asks for it; the server, which serves many, has none. */
export function enterMode(isHold: boolean): void {
  if (typeof document !== 'undefined') $isHold.set(isHold)
}

/** An address of the order, in the mode that this page is in. */
export function inMode(path: string): string {
  return $isHold.get() ? `${path}${path.includes('?') ? '&' : '?'}${HOLD_QUERY}` : path
}
