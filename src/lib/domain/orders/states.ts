/** State machines as tables: from each state, the states that may follow. The database refuses every other step (its triggers carry the same tables). */
type Machine<State extends string> = Readonly<Record<State, readonly State[]>>

export type OrderState = 'unpaid' | 'paying' | 'paid' | 'failed' | 'refunding' | 'refunded'

/**
 * An order begins as 'paying' when its intent is written, or as 'unpaid' when seats are held without paying; before that it is a cart. An unpaid hold is paid
 * later, or given up; a payment of it that fails leaves it unpaid. Money that no order could be made of gets one that begins as 'failed'.
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
 * `unknown` means that no answer came: it is asked for until there is one and never shown as failed. A charge that comes after its order was
 * given up is captured all the same, and given back. `refunded`: all of it was given back.
 */
export const PAYMENT_STATES = {
  intended: ['captured', 'declined', 'unknown'],
  unknown: ['captured', 'declined'],
  declined: ['captured'],
  captured: ['refunded'],
  refunded: [],
} as const satisfies Machine<PaymentState>

export type FormState = 'open' | 'ordered' | 'lapsed'

/** A form of the provider: 'ordered' once an order stands for what was paid in it; 'lapsed' when it was given up, and still ordered if it is paid after all. */
export const FORM_STATES = { open: ['ordered', 'lapsed'], lapsed: ['ordered'], ordered: [] } as const satisfies Machine<FormState>

export type RefundState = 'intended' | 'done' | 'refused' | 'settled'

/**
 * The intent to give money back stays until the provider has said that it did, or surely will not. What is refused for good a person has asked for anew, or pays
 * back in another way: 'settled'.
 */
export const REFUND_STATES = {
  intended: ['done', 'refused'],
  refused: ['intended', 'done', 'settled'],
  done: [],
  settled: [],
} as const satisfies Machine<RefundState>

export type ClaimState = 'H' | 'P' | 'S'

/**
 * A claim is locked, an order's that is not paid yet ('P': being paid, or an unpaid hold), or sold; a refused payment makes it a lock again, and the end of a
 * lock, of an unpaid hold or a refund removes it.
 */
export const CLAIM_STATES = { H: ['P'], P: ['S', 'H'], S: [] } as const satisfies Machine<ClaimState>

export function mayFollow<State extends string>(machine: Machine<State>, from: State, to: State): boolean {
  return machine[from].includes(to)
}

/** Every step of a machine, as 'from>to'. */
export function stepsOf(machine: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(machine).flatMap(([from, following]) => following.map((to) => `${from}>${to}`))
}
