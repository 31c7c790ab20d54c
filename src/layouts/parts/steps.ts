/** The displayed steps of the event order; ticket types and add-on products share one (spec §2). */
export const ORDER_STEPS = ['seats', 'tickets', 'details', 'done'] as const
/** The steps of an order of memberships that take no seats. */
export const MEMBERSHIP_STEPS = ['memberships', 'details', 'done'] as const
/** The steps of a donation (spec §2). */
export const DONATION_STEPS = ['donations', 'details', 'done'] as const
/** The steps of an order of vouchers. */
export const VOUCHER_STEPS = ['vouchers', 'details', 'done'] as const
export type OrderStep =
  (typeof ORDER_STEPS)[number] | (typeof MEMBERSHIP_STEPS)[number] | (typeof DONATION_STEPS)[number] | (typeof VOUCHER_STEPS)[number]

/** The links back to finished steps. */
export type StepLinks = Partial<Readonly<Record<OrderStep, string>>>
