/** The displayed steps of the event order; ticket types and add-on products share one (spec §2). */
export const ORDER_STEPS = ['seats', 'tickets', 'details', 'done'] as const
/** The steps of an order of memberships that take no seats. */
export const MEMBERSHIP_STEPS = ['memberships', 'details', 'done'] as const
/** The steps of a donation (spec §2). */
export const DONATION_STEPS = ['donations', 'details', 'done'] as const
/** The steps of an order to watch at home. */
export const FILM_STEPS = ['films', 'details', 'done'] as const
/** The steps of an order of vouchers (spec §2). */
export const VOUCHER_STEPS = ['vouchers', 'identify', 'addons', 'details', 'done'] as const
/** The steps of an order of series, whose seats are chosen. */
export const SERIES_STEPS = ['memberships', 'seats', 'details', 'done'] as const
/** The steps of an enrolment in a season (spec §2). */
export const SEASON_STEPS = ['fixed', 'rates', 'choice', 'choiceSeats', 'details', 'done'] as const
type AnySteps =
  | typeof ORDER_STEPS
  | typeof MEMBERSHIP_STEPS
  | typeof DONATION_STEPS
  | typeof VOUCHER_STEPS
  | typeof FILM_STEPS
  | typeof SERIES_STEPS
  | typeof SEASON_STEPS
export type OrderStep = AnySteps[number]

/** The links back to finished steps. */
export type StepLinks = Partial<Readonly<Record<OrderStep, string>>>

/** The links back to the steps of a season, by the code of its membership. */
export function seasonLinks(code: string): StepLinks {
  const path = `/enroll/${code}`
  return { fixed: `${path}/seats`, rates: `${path}/rates`, choice: `${path}/choice`, choiceSeats: `${path}/choice-seats` }
}
