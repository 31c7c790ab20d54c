import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import { membershipsOf } from '#lib/domain/cart/check-membership.ts'
import { seatsOf, type CheckedSeat } from '#lib/domain/cart/check-seat.ts'
import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { CheckedMembership } from '#lib/domain/cart/membership-line.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { MEMBERSHIP_TYPE } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { formatShortDate } from '#lib/text/format-date.ts'
import { lineWord } from '#lib/server/catalogue/line-words.ts'
import { sectionWord } from '#lib/server/catalogue/showing-words.ts'
import type { Locale } from '#lib/text/locales.ts'
import { placeOf } from '#lib/text/place-text.ts'
import { textOf } from '#lib/text/text.ts'

/** The flow that items without a presentation of their own are chosen in, and its pages. */
export interface ItemsFlow {
  readonly kind: 'film' | 'donation' | 'voucher' | 'membership' | 'series' | 'season'
  /** Where the items are chosen again; of a series or season its seats. */
  readonly path: string
  /** Of memberships: the code in the addresses of their pages. */
  readonly code: string
}

/** The flow of a cart without seats of its own; null if its items are bought beside seats, or there are none. */
export function itemsFlowOf(from: Catalogue, stored: StoredCart | null, hasSeats: boolean): ItemsFlow | null {
  if (!stored) return null
  return (hasSeats ? null : aloneFlowOf(from, stored)) ?? membershipFlowOf(from, stored)
}

/** The flow of items that are chosen by themselves, never beside seats; null if the cart has none of them. */
function aloneFlowOf(from: Catalogue, { films = [], donations = [], vouchers = [] }: StoredCart): ItemsFlow | null {
  if (films[0]) return { kind: 'film', path: `/vod/${String(films[0].vodId)}`, code: '' }
  if (donations.length > 0) return { kind: 'donation', path: '/donations', code: '' }
  const voucher = from.voucherClasses.get(vouchers[0]?.SystemVoucherId ?? 0)
  return voucher ? { kind: 'voucher', path: `/system-vouchers/${String(voucher.superClassId)}`, code: '' } : null
}

function membershipFlowOf(from: Catalogue, { memberships = [] }: StoredCart): ItemsFlow | null {
  const chosen = memberships.flatMap(({ membershipId }) => from.memberships.get(membershipId) ?? [])
  // Of several series, the first that has seats: choosing starts again on its page.
  const first = chosen.find(({ isSkipMemberSeat }) => !isSkipMemberSeat) ?? chosen[0]
  if (!first) return null
  const { code, typeId } = first
  if (typeId === MEMBERSHIP_TYPE.open) return { kind: 'membership', path: `/membership/${code}`, code }
  return { kind: typeId === MEMBERSHIP_TYPE.season ? 'season' : 'series', path: `/enroll/${code}/seats`, code }
}

/** A line that is no seat and no product. */
export interface CheckoutItem {
  readonly name: string
  /** Its service charge included. */
  readonly amount: Agorot
  /** The seat of a series or season: "אולם מרכז · שורה 9 · מושב 16"; empty if it has none. */
  readonly place: string
  /** Of a series: the show of its first evening, whose picture stands beside it; null otherwise. */
  readonly featureId: number | null
  /** Its evenings by start; `place` only where the seat is another one, else empty. */
  readonly evenings: readonly { readonly date: string; readonly name: string; readonly place: string }[]
}

/** The lines that are no seats and no products, those of series and seasons with their seats and evenings. */
export function checkoutItems(from: Catalogue, lines: readonly CheckedLine[], locale: Locale): readonly CheckoutItem[] {
  const memberships: readonly CheckedLine[] = membershipsOf(lines)
  const covered = seatsOf(lines)
  return lines
    .filter(({ total }) => total === 'others')
    .map((line) => {
      const { quantity, price, serviceCharge } = line
      const at = memberships.indexOf(line)
      const own = covered.filter(({ coveredBy }) => coveredBy === at)
      return { name: checkedName(from, line), amount: quantity * (price + serviceCharge), ...placesOn(from, line, { own, locale }) }
    })
}

/** What a line of the cart, which is checked in Hebrew, is called in the language of a catalogue. */
export function checkedName(
  from: Catalogue,
  line: CheckedLine & { readonly subjectId?: number; readonly priceId?: number | null },
): string {
  return lineWord(from, { kind: line.kind, id: line.subjectId ?? 0, priceId: line.priceId }) ?? line.name
}

interface Seated {
  /** The seats that the line pays. */
  readonly own: readonly CheckedSeat[]
  readonly locale: Locale
}

function placesOn(from: Catalogue, line: CheckedLine, { own, locale }: Seated): Pick<CheckoutItem, 'place' | 'featureId' | 'evenings'> {
  const ids = datesOf(line)
  const places = new Map(own.map((seat) => [seat.presentation.id, placeText(from, seat, locale)]))
  // The first seat checked is that of the fixed dates.
  const [place = ''] = places.values()
  const evenings = ids.flatMap((id) => {
    const presentation = from.presentations.get(id)
    if (!presentation) return []
    const there = places.get(id) ?? place
    const name = from.features.get(presentation.featureId)?.name ?? ''
    return [{ date: formatShortDate(presentation.startsAt), name, place: there === place ? '' : there }]
  })
  return { place, featureId: from.presentations.get(ids[0] ?? 0)?.featureId ?? null, evenings }
}

function datesOf(line: CheckedLine): readonly number[] {
  return line.kind === 'membership' ? ((line as CheckedMembership).dates?.presentationIds ?? []) : []
}

function placeText(from: Catalogue, { presentation, section, seat }: CheckedSeat, locale: Locale): string {
  const sectionName = sectionWord(from, presentation.id, section.name)
  return placeOf({ sectionName, rowName: seat?.rowName ?? null, seatName: seat?.seatName ?? null }, textOf(locale))
}
