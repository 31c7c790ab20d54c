import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { Membership } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { GiftPicture, WantedGift } from '#lib/domain/gifts/gift.ts'
import { instantOfWall } from '#lib/domain/time/wall-clock.ts'
import { formatShortDate, formatTime } from '#lib/text/format-date.ts'
import { windowText } from '#lib/text/film-clock.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import type { ItemsFlow } from './checkout-items.ts'

/** How the summary of an order without presentations begins: what is bought, before what it costs. */
export interface ItemsHead {
  /** The address of a picture, or a gift's own; null for none. */
  readonly image: string | null
  readonly cover: GiftPicture | null
  readonly name: string
  /** Empty for nothing. */
  readonly about: string
  /** What is to know of the charge; left out if nothing. */
  readonly note?: string
}

/** The catalogue, and the language that it is told in. */
interface Told {
  readonly from: Catalogue
  readonly locale: Locale
}

type Asked = Pick<StoredCart, 'memberships' | 'vouchers' | 'donations' | 'films'>

/** The head of the items that a flow sells; null without a flow, and if the catalogue knows none of them any more. */
export function itemsHeadOf(told: Told, stored: Asked | null, flow: ItemsFlow | null): ItemsHead | null {
  if (flow === null) return null
  const [asked, { kind }] = [stored ?? {}, flow]
  if (kind === 'donation') return causesHead(told, asked)
  if (kind === 'voucher') return voucherHead(told, asked)
  if (kind === 'film') return filmHead(told, asked)
  return membershipsHead(told, asked, kind)
}

/** One cause by its name; of several only that they are yours: one organisation receives them all. */
function causesHead({ from, locale }: Told, { donations = [] }: Asked): ItemsHead | null {
  const causes = [...new Set(donations.map(({ donationId }) => donationId))].flatMap((id) => from.donations.get(id) ?? [])
  const [first] = causes
  if (!first) return null
  const t = textOf(locale, first.businessId)
  const name = causes.length === 1 ? first.name : t('donation.yours')
  const note = t(causes.every(({ isRecognised }) => isRecognised) ? 'donation.oneChargeRecognised' : 'donation.oneCharge')
  return { image: `/donations/${first.code}/picture.svg`, cover: null, name, about: first.recipient, note }
}

function voucherHead({ from, locale }: Told, { vouchers = [] }: Asked): ItemsHead | null {
  const [first] = vouchers
  const own = from.voucherClasses.get(first?.SystemVoucherId ?? 0)
  if (!first || !own) return null
  const gift = first.Gift ?? undefined
  const about = gift ? aboutGift(gift, locale) : ''
  return { image: null, cover: gift?.picture ?? own.pictures[0] ?? null, name: own.name, about }
}

/** For whom a gift is, how it is sent, and when where it is not at once. */
export function aboutGift({ to, channel, at }: Pick<WantedGift, 'to' | 'channel' | 'at'>, locale: Locale): string {
  const t = textOf(locale)
  const dueAt = at === null ? undefined : instantOfWall(at)
  const when = dueAt === undefined ? [] : [ltr(`${formatShortDate(dueAt)}, ${formatTime(dueAt)}`)]
  return [t('voucher.giftOfName', { to }), t(`voucher.giftHow_${channel}`), ...when].join(' · ')
}

function filmHead({ from, locale }: Told, { films = [] }: Asked): ItemsHead | null {
  const film = from.films.get(films[0]?.vodId ?? 0)
  if (!film) return null
  const t = textOf(locale)
  const about = t('vod.fromPlay', { window: windowText(t, film.hours) })
  return { image: `/api/vod/${String(film.id)}/poster`, cover: null, name: from.features.get(film.featureId)?.name ?? '', about }
}

/** "2 series, 3 memberships"; of one series, season or open membership its name, and how many of it. */
function membershipsHead({ from, locale }: Told, { memberships = [] }: Asked, kind: ItemsFlow['kind']): ItemsHead | null {
  const chosen = memberships.flatMap(({ membershipId }) => from.memberships.get(membershipId) ?? [])
  const different = [...new Map(chosen.map((one) => [one.id, one])).values()]
  const [first] = different
  if (!first) return null
  const t = textOf(locale)
  const count = t('membership.membership', { count: chosen.length })
  const isOne = different.length === 1
  const name = isOne ? first.name : [countOf(t, kind, different.length), count].join(', ')
  const about = [...(isOne ? [count] : []), ...placesOf(from, different)].join(' · ')
  return { image: null, cover: null, name, about }
}

function countOf(t: Translate, kind: ItemsFlow['kind'], count: number): string {
  return t(kind === 'series' ? 'membership.series' : 'membership.membership', { count })
}

/** Where their dates are or, without dates, where they are good for; two of them at most. */
function placesOf(from: Catalogue, memberships: readonly Membership[]): readonly string[] {
  const ids = memberships.flatMap(({ presentationIds, locationIds }) =>
    presentationIds.length === 0 ? [...locationIds] : presentationIds.flatMap((id) => locationOf(from, id) ?? []),
  )
  const names = [...new Set(ids)].flatMap((id) => from.locations.get(id)?.name ?? [])
  return names.slice(0, 2)
}

function locationOf(from: Catalogue, presentationId: number): number | undefined {
  return from.venues.get(from.presentations.get(presentationId)?.venueId ?? 0)?.locationId
}
