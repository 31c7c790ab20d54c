/** The steps of the order page, in order (spec §2). Details, payment and confirmation are separate pages. */
export const ORDER_PAGE_STEPS = ['seats', 'tickets', 'products'] as const
export type OrderPageStep = (typeof ORDER_PAGE_STEPS)[number]

/** The step named in an address, or the first one. */
export function stepOf(search: string): OrderPageStep {
  const named = new URLSearchParams(search).get('step')
  return ORDER_PAGE_STEPS.find((step) => step === named) ?? 'seats'
}
