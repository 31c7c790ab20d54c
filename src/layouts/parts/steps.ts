/** The steps of the event order as they are shown; ticket types and add-on products share one (spec §2). */
export const ORDER_STEPS = ['seats', 'tickets', 'details', 'done'] as const
export type OrderStep = (typeof ORDER_STEPS)[number]

/** Where a step that is done leads back to. */
export type StepLinks = Partial<Readonly<Record<OrderStep, string>>>
