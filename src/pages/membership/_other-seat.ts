import { MEMBERSHIP_TYPE } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { RenewalOffer } from '#lib/server/enrolment/renewal-offers.ts'
import { cartOf } from '#lib/server/orders/cart/carts.ts'
import { keepMemberships } from '#lib/server/orders/cart/membership-draft.ts'
import { leavingCart } from '#lib/server/orders/commit/leaving-cart.ts'
import type { Locale } from '#lib/text/locales.ts'

interface Chosen {
  readonly locale: Locale
  /** As the form of the renewal sent it; the first price if it names none. */
  readonly priceId: unknown
}

/**
 * Where a member chooses another seat than the kept one, which stays kept until the new one is paid: the seat step, for a series with its price in the cart. If
 * something would leave the cart, the membership's page asks first.
 */
export async function otherSeatOf(uuid: string, { membership, prices }: RenewalOffer, { locale, priceId }: Chosen): Promise<string> {
  const { code, id, typeId, isSkipMemberSeat } = membership
  const step = `/enroll/${code}/seats`
  if (typeId === MEMBERSHIP_TYPE.season) return step
  const price = (prices.find((one) => String(one.price.id) === priceId) ?? prices[0])?.price ?? membership.prices[0]
  const stored = (await cartOf(uuid))?.memberships ?? []
  if (!price || isSkipMemberSeat || (stored.length === 0 && (await leavingCart(uuid, locale)))) return `/membership/${code}`
  const others = stored.filter(({ membershipId }) => membershipId !== id)
  await keepMemberships(
    uuid,
    [...others, { membershipId: id, membershipPriceId: price.id, currencyId: price.currency.id, seat: null }],
    'keep seats',
  )
  return step
}
