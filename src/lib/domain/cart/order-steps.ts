/** The steps of the order page, in their order (spec §2); details, payment and confirmation are pages of their own. */
export const ORDER_PAGE_STEPS = ['seats', 'tickets', 'products'] as const
export type OrderPageStep = (typeof ORDER_PAGE_STEPS)[number]

/** The step that an address names; the first where it names none. */
export function stepOf(search: string): OrderPageStep {
  const named = new URLSearchParams(search).get('step')
  return ORDER_PAGE_STEPS.find((step) => step === named) ?? 'seats'
}
