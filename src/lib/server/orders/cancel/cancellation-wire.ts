import type * as z from 'zod/mini'
import type { cancellableItem, cancellationAnswer, offerAnswer as offerShape } from '#lib/contract/order/cancelling.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { sumOf } from '#lib/domain/money/split-refund.ts'
import { toAgorot, toShekels } from '#lib/domain/money/money.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import { cancel, cancellationOfferOf, refundOf, type CancellationOffer, type CancelRequest } from './cancellation.ts'
import { itemRefusal, movedOf, showsOf, type CancelledBy, type Canceller, type Decision } from './cancellation-decision.ts'
import type { OrderToCancel } from './cancellation-rows.ts'
import { termsOf, type AskedTerms } from './cancellation-terms.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { linesIn } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import { placeOf } from '#lib/text/place-text.ts'
import { reservationOf, type Reservation } from '#lib/server/orders/read/reservations.ts'
import type { MoneyLeft } from '#lib/server/payments/money-left.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

type CancellableItem = z.output<typeof cancellableItem>
export type CancellationAnswer = z.output<typeof cancellationAnswer>

type OfferAnswer = z.output<typeof offerShape>

/** What of a reservation can be cancelled and what would go back, in the words of the wire. Refusals: NOT_FOUND, NOT_SIGNED_IN. */
export async function offerAnswer(
  visitor: Visitor,
  resId: string,
  { items, locale }: { readonly items?: string | undefined; readonly locale: Locale },
): Promise<Result<OfferAnswer>> {
  const offered = await cancellationOfferOf(visitor, resId, namesOf(items))
  return offered.ok ? accept(await describeOffer(offered.value, locale)) : offered
}

/** The items of a list with commas; undefined: all. */
export function namesOf(items: string | undefined): string[] | undefined {
  return items?.split(',').filter((item) => item !== '')
}

/** An offer in the words of the wire. */
export async function describeOffer(offer: CancellationOffer, locale: Locale, by?: Canceller): Promise<OfferAnswer> {
  const { decision, money, order } = offer
  const from = await catalogue(locale)
  const items = await linesIn(locale, order.items)
  const list = itemsOf({ ...order, items, by }, from, locale)
  if (!decision.ok) {
    const { refusal } = decision
    return {
      items: list,
      offer: null,
      terms: [],
      refusal: refusal.code,
      message: textOf(locale)(`errors.${refusal.code}`, refusal.facts),
    }
  }
  return {
    items: list,
    offer: describeCancellation(decision.value, money),
    terms: order.state === 'unpaid' ? [] : [...termsOf(from, deadlinesOf(order, decision.value, locale))],
    refusal: null,
    message: messageOf(order, decision.value, locale),
  }
}

/** The charge stands beside them as a sum. */
function deadlinesOf({ boughtAt }: OrderToCancel, { items }: Decision, locale: Locale): AskedTerms {
  return { presentationIds: showsOf(items), boughtAt, moved: movedOf(items), locale, wording: 'deadline' }
}

function messageOf(order: OrderToCancel, made: Decision, locale: Locale): string {
  const t = textOf(locale)
  if (order.state === 'unpaid') return t('cancel.offerUnpaid')
  return refundOf(made) === 0 && bundleTicketsOf(made) === 0 ? t('cancel.offerNothing') : t('cancel.offer')
}

function itemsOf(order: OrderToCancel & CancelledBy, from: Catalogue, locale: Locale): CancellableItem[] {
  const t = textOf(locale)
  return order.items.map((one) => {
    const { item, quantity, place, presentationId, worth, isUsed } = one
    const name = one.kind === 'seat' ? ticketWord(from, one.id, one.name) : one.name
    const show = from.presentations.get(presentationId ?? 0)
    const refusal = itemRefusal(order, from, one) ?? (isUsed ? ('CONTACT_PROVIDER' as const) : null)
    return {
      item,
      name: quantity > 1 ? `${name} × ${String(quantity)}` : name,
      place: place ? placeOf({ ...place, sectionName: sectionWord(from, presentationId ?? 0, place.sectionName) }, t) : '',
      presentationId: show ? show.id : null,
      featureName: from.features.get(show?.featureId ?? 0)?.name ?? '',
      StartDateTime: show ? new Date(show.startsAt).toISOString() : null,
      worth: toShekels(worth),
      refusal,
      message: refusal === null ? '' : t(`errors.${refusal}`),
    }
  })
}

/** Tickets of bundles go back to them as tickets. */
function bundleTicketsOf({ items }: Decision): number {
  return items.filter(({ isOfBundle }) => isOfBundle === true).length
}

/** With sums in shekels. */
export function describeCancellation(made: Decision, money: MoneyLeft): CancellationAnswer {
  const { split } = made
  const toCards = sumOf(split.toPayments)
  const [card] = split.toPayments
  return {
    worth: toShekels(made.worth),
    charge: toShekels(made.charge),
    refund: toShekels(refundOf(made)),
    toCard: toShekels(toCards),
    last4: money.payments.find(({ paymentId }) => paymentId === card?.paymentId)?.last4 ?? '',
    toVouchers: toShekels(sumOf(split.toVouchers)),
    toMembers: toShekels(sumOf(split.toVouchers.filter(({ voucherId }) => money.purses.has(voucherId)))),
    toBundles: bundleTicketsOf(made),
    toCredit: toShekels(split.toCredit),
    renewed: toShekels(sumOf(split.renewed)),
    mayBeCredit: toCards > 0 || split.toCredit > sumOf(split.renewed),
    isWhole: made.isWhole,
    policyName: made.policyName,
    until: made.until === null ? null : new Date(made.until).toISOString(),
  }
}

export interface CancelBody {
  readonly itemsToCancel?: readonly string[] | null | undefined
  readonly refundToTransactionCredit?: boolean | null | undefined
  readonly expectedRefund?: number | null | undefined
}

interface CancelAnswer {
  readonly reservation: Reservation
  readonly cancellation: CancellationAnswer
  readonly creditReference: string | null
}

/** Who asks for a cancellation. */
export interface Asker {
  readonly visitor: Visitor
  /** Where the call comes from; null is this machine. */
  readonly caller: string | null
  /** In which it is answered. */
  readonly locale?: Locale
}

/** Refusals: those of `cancel`, BAD_REQUEST for a refund that is no whole number of agorot. */
export async function cancelAnswer(
  { visitor, caller, locale = DEFAULT_LOCALE }: Asker,
  resId: string,
  body: CancelBody,
): Promise<Result<CancelAnswer>> {
  const wanted = wantedBy(body, caller)
  if (!wanted.ok) return wanted
  const cancelled = await cancel(visitor, resId, wanted.value)
  if (!cancelled.ok) return cancelled
  const reservation = await reservationOf(resId, visitor, locale)
  if (!reservation) return refuse('NOT_FOUND')
  const { firstName: _firstName, ...answer } = reservation
  const { decision, money, creditReference } = cancelled.value
  return accept({ reservation: answer, cancellation: describeCancellation(decision, money), creditReference })
}

/** What a body asks to be cancelled. Refusal: BAD_REQUEST for a refund that is no whole number of agorot. */
export function wantedBy(body: CancelBody, caller: string | null): Result<CancelRequest> {
  const expectedRefund = body.expectedRefund == null ? undefined : toAgorot(body.expectedRefund)
  if (body.expectedRefund != null && expectedRefund === undefined) return refuse('BAD_REQUEST', { field: 'expectedRefund' })
  const items = body.itemsToCancel ?? undefined
  return accept({ items, asCredit: body.refundToTransactionCredit === true, expectedRefund, caller })
}
