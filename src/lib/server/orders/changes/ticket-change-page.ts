import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { presentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import type { PriceRange } from '#lib/domain/catalogue/price-range.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'
import type { TakenCounts } from '#lib/server/seats/board/taken-counts.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sectionWord, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { givenBackOf } from './terms/ticket-change.ts'
import { showingsInExchange } from './terms/evenings.ts'
import { changeOfferOf, type ChangeOffer } from './terms/ticket-change-offer.ts'
import type { BoughtLine } from './terms/ticket-change-rows.ts'

/** The page on which tickets are exchanged. */
export interface ChangePage {
  readonly resId: string
  /** What the tickets are for, by the presentation; of an order for several, each ticket says it. */
  readonly bought: ReadonlyMap<number, BoughtShowing>
  readonly lastTransactionId: string
  readonly tickets: readonly BoughtLine[]
  readonly showings: readonly ShowingToHave[]
  /** What becomes of the handling fee: it was paid, and is not asked for again; it is a percentage, which follows the price; none was paid; or evenings of a membership cost none. */
  readonly fee: 'paid' | 'percent' | 'none' | 'membership'
  /** Why nothing can be exchanged. */
  readonly refusal: RefusalCode | undefined
}

export interface BoughtShowing {
  readonly featureName: string
  readonly startsAt: number
}

/** A showing that can be had in exchange. */
export interface ShowingToHave extends BoughtShowing {
  readonly presentationId: number
  readonly place: string
  readonly prices: PriceRange | null
  readonly isSoldOut: boolean
  /** The very showing that the tickets are for. */
  readonly isSame: boolean
}

/** Most showings of a feature on the page. */
const MOST = 60

/** undefined where the reservation is another's, none, or not paid. */
export async function changePageOf(uuid: string, resId: string, locale: Locale = DEFAULT_LOCALE): Promise<ChangePage | undefined> {
  const from = await catalogue(locale)
  const offer = await changeOfferOf(from, uuid, resId)
  if (!offer) return undefined
  return {
    resId,
    bought: boughtShowings(from, offer.order.tickets),
    lastTransactionId: offer.order.lastTransactionId ?? '',
    tickets: offer.tickets.map((one) => ({
      ...one,
      ticketName: ticketWord(from, one.ticketId, one.ticketName),
      sectionName: sectionWord(from, one.presentationId, one.sectionName),
    })),
    showings: offer.tickets.length === 0 ? [] : showingsFor(from, offer, await takenByPresentation()),
    fee: feeOf(offer.order),
    refusal: offer.refusal,
  }
}

function feeOf({ isFeePaid, tickets }: ChangeOffer['order']): ChangePage['fee'] {
  if (tickets.some(({ evening, isReleased }) => evening && !isReleased)) return 'membership'
  if (isFeePaid) return 'paid'
  return tickets.some(({ charge }) => charge > 0) ? 'percent' : 'none'
}

function boughtShowings(from: Catalogue, tickets: readonly BoughtLine[]): ChangePage['bought'] {
  const bought = [...new Set(tickets.map(({ presentationId }) => presentationId))].flatMap((id) => from.presentations.get(id) ?? [])
  return new Map(bought.map(({ id, featureId, startsAt }) => [id, { featureName: nameOf(from, featureId), startsAt }]))
}

function nameOf({ features }: Catalogue, featureId: number): string {
  return features.get(featureId)?.name ?? ''
}

/** Those on sale that one of the tickets may be exchanged for. */
function showingsFor(from: Catalogue, { order, tickets }: ChangeOffer, taken: TakenCounts): ShowingToHave[] {
  const found = Map.groupBy(showingsInExchange(from, tickets, order.now), ({ featureId }) => featureId)
  const ids = new Set(tickets.map((ticket) => ticket.presentationId))
  return [...found.values()]
    .flatMap((ofFeature) =>
      ofFeature
        .map((one) => ({
          one,
          facts: presentationFacts(from, one, { taken: taken.get(one.id) ?? 0, now: order.now, isTotal: settings().pricesIncludeCharges }),
        }))
        .filter(({ facts }) => facts.saleState === 'open' || facts.saleState === 'soldout')
        .slice(0, MOST),
    )
    .map(({ one, facts }) => ({
      presentationId: one.id,
      featureName: nameOf(from, one.featureId),
      startsAt: one.startsAt,
      place: placeOf(from, one.venueId),
      prices: facts.prices,
      isSoldOut: facts.saleState === 'soldout',
      isSame: ids.has(one.id),
    }))
}

function placeOf(from: Catalogue, venueId: number): string {
  const venue = from.venues.get(venueId)
  const location = from.locations.get(venue?.locationId ?? 0)
  return [...new Set([location?.name ?? '', location?.city ?? ''])].filter((part) => part !== '').join(', ')
}

/** What was chosen on the page. */
export interface ChosenChange {
  readonly tickets: readonly string[]
  readonly presentationId: number
  readonly lastTransactionId: string
}

/** Reads the page's form. */
export function chosenChange(form: FormData): ChosenChange {
  const last = form.get('lastTransactionId')
  return {
    tickets: [...new Set(form.getAll('ticket').filter((one) => typeof one === 'string'))],
    presentationId: Number(form.get('presentationId')),
    lastTransactionId: typeof last === 'string' ? last : '',
  }
}

export type ChangeProblem = RefusalCode | 'chooseTicket' | 'chooseShowing'

/**
 * Begins a ticket change: the visitor's cart is from now on in exchange for these tickets.
 * Seats and products that it holds stay, and all else leaves it.
 * @returns why it cannot be begun; undefined: it is.
 */
export async function beginChange(uuid: string, page: ChangePage, chosen: ChosenChange): Promise<ChangeProblem | undefined> {
  if (chosen.tickets.length === 0) return 'chooseTicket'
  if (!page.showings.some((one) => one.presentationId === chosen.presentationId)) return 'chooseShowing'
  const { resId } = page
  const modify = { resId, tickets: chosen.tickets, ...(chosen.lastTransactionId !== '' && { lastTransactionId: chosen.lastTransactionId }) }
  const given = await givenBackOf(await catalogue(), uuid, modify)
  if (!given.ok) return given.refusal.code
  await database().query({
    name: 'begin-change',
    text: `UPDATE session SET cart = coalesce(cart, '{}') - $3::text[] || jsonb_build_object('modify', $2::jsonb), last_seen_at = now() WHERE uuid = $1`,
    values: [uuid, JSON.stringify(modify), NOT_EXCHANGED],
  })
  return undefined
}

/** The arrays of a cart for which no tickets are exchanged. */
const NOT_EXCHANGED: readonly (keyof StoredCart)[] = ['memberships', 'vouchers', 'donations', 'films']

/** Resets the cart: it belongs to no reservation any more and changes none (spec §4). What it holds stays. */
export async function cancelChange(uuid: string): Promise<void> {
  await database().query({
    name: 'cancel-change',
    text: `UPDATE session SET cart = cart - 'modify' - 'reservationIdentifier' - 'ticketIdentifiers', last_seen_at = now() WHERE uuid = $1 AND cart IS NOT NULL`,
    values: [uuid],
  })
}
