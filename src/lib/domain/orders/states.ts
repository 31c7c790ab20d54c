/** State machines as tables: from each state, the states that may follow. Database triggers carry the same tables and refuse every other step. */
type Machine<State extends string> = Readonly<Record<State, readonly State[]>>

export type OrderState = 'unpaid' | 'paying' | 'paid' | 'failed' | 'refunding' | 'refunded'

/**
 * An order starts as 'paying' when its intent is written, or as 'unpaid' for an unpaid hold; before that it is a cart. An unpaid hold is paid later or given
 * up; a failed payment leaves it unpaid. Money that cannot become an order gets one that starts as 'failed'.
 */
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
 * `unknown`: no answer came; the provider is asked until it answers, and the payment is never shown as failed. A charge that arrives after its order was given
 * up is captured and refunded. `refunded`: all of it was returned.
 */
export const PAYMENT_STATES = {
  intended: ['captured', 'declined', 'unknown'],
  unknown: ['captured', 'declined'],
  declined: ['captured'],
  captured: ['refunded'],
  refunded: [],
} as const satisfies Machine<PaymentState>

export type FormState = 'open' | 'ordered' | 'lapsed'

/** A payment form of the provider. 'ordered': an order exists for its payment; 'lapsed': it was given up, but still becomes an order if it is paid after all. */
export const FORM_STATES = { open: ['ordered', 'lapsed'], lapsed: ['ordered'], ordered: [] } as const satisfies Machine<FormState>

export type RefundState = 'intended' | 'done' | 'refused' | 'settled'

/**
 * The intent to refund stays until the provider confirms or finally refuses it. After a refusal a person retries it, or pays it back in another way: 'settled'.
 */
export const REFUND_STATES = {
  intended: ['done', 'refused'],
  refused: ['intended', 'done', 'settled'],
  done: [],
  settled: [],
} as const satisfies Machine<RefundState>

export type ResaleState = 'offered' | 'sold' | 'taken_back' | 'ended'

/**
 * An evening that its subscriber gave back for resale: sold to somebody else, taken back, or ended with its membership. One that was taken back may be offered
 * anew, as another resale.
 */
export const RESALE_STATES = {
  offered: ['sold', 'taken_back', 'ended'],
  sold: [],
  taken_back: [],
  ended: [],
} as const satisfies Machine<ResaleState>

export type ClaimState = 'H' | 'P' | 'S'

/**
 * A claim is a lock ('H'), belongs to an order that is not paid yet ('P': being paid, or an unpaid hold), or is sold ('S'). A refused payment turns it back
 * into a lock; the end of a lock or unpaid hold, or a refund, deletes it.
 */
export const CLAIM_STATES = { H: ['P'], P: ['S', 'H'], S: [] } as const satisfies Machine<ClaimState>

export function mayFollow<State extends string>(machine: Machine<State>, from: State, to: State): boolean {
  return machine[from].includes(to)
}

/** Every step of a machine as 'from>to'. */
export function stepsOf(machine: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(machine).flatMap(([from, following]) => following.map((to) => `${from}>${to}`))
}
