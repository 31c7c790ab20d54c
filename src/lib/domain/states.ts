/** State machines as tables: from each state, the states that may follow. */
type Machine<State extends string> = Readonly<Record<State, readonly State[]>>

export type OrderState = 'unpaid' | 'paying' | 'paid' | 'failed' | 'refunding' | 'refunded'

/** An order begins when its intent is written; before that it is a cart. An unpaid hold is paid later, or given up; a payment of it that fails leaves it unpaid. */
export const ORDER_STATES = {
  unpaid: ['paying', 'failed'],
  paying: ['paid', 'failed', 'unpaid'],
  paid: ['refunding'],
  failed: [],
  refunding: ['refunded'],
  refunded: [],
} as const satisfies Machine<OrderState>

export type PaymentState = 'intended' | 'captured' | 'declined' | 'unknown' | 'refunded'

/**
 * `unknown` means that no answer came: it is asked for until there is one and never shown as failed. A charge that comes after its order was
 * given up is given back.
 */
export const PAYMENT_STATES = {
  intended: ['captured', 'declined', 'unknown'],
  unknown: ['captured', 'declined'],
  captured: ['refunded'],
  declined: ['refunded'],
  refunded: [],
} as const satisfies Machine<PaymentState>

export type ClaimState = 'H' | 'P' | 'S'

/** A claim is locked, being paid, or sold; a refused payment makes it a lock again, and the end of a lock or a refund removes it. */
export const CLAIM_STATES = { H: ['P'], P: ['S', 'H'], S: [] } as const satisfies Machine<ClaimState>

export function mayFollow<State extends string>(machine: Machine<State>, from: State, to: State): boolean {
  return machine[from].includes(to)
}
