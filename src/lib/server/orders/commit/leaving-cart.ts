import type { Agorot } from '#lib/domain/money/money.ts'
import type { Locale } from '#lib/text/locales.ts'
import { checkoutOf } from './checkout.ts'

/** What a visitor's cart holds that cannot be bought together with something else. */
export interface Leaving {
  /** The shows, each with its number of seats. */
  readonly shows: readonly { readonly presentationId: number; readonly name: string; readonly seats: number }[]
  readonly total: Agorot
}

/** What leaves the cart if the visitor begins to order memberships (spec §4); undefined if no seats are held. */
export async function leavingCart(uuid: string, locale: Locale): Promise<Leaving | undefined> {
  const checkout = await checkoutOf(uuid, locale)
  if (!checkout.ok || checkout.value.seats.length === 0) return undefined
  const { presentations, seats, totals } = checkout.value
  return {
    shows: presentations.map(({ id, featureName }) => ({
      presentationId: id,
      name: featureName,
      seats: seats.filter(({ presentationId }) => presentationId === id).length,
    })),
    total: totals.balanceDue,
  }
}
