import { cancellableUntil, lastMoment, MOVED_TERMS, showOfTicket } from '#lib/domain/orders/cancel-rules.ts'
import type { CancellationPolicy } from '#lib/domain/catalogue/cancellation-policy.ts'
import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { formatLongDate, formatTime } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { movedOf } from './cancellation-decision.ts'
import { orderToCancel } from './cancellation-rows.ts'

type Show = Pick<Presentation, 'startsAt' | 'isCancelled' | 'cancellation'>

/** How a rule is worded: whole, or without its charge, where that stands beside it as a sum. */
type Wording = 'whole' | 'deadline'

/** Since when it is bought, and how it is told. */
interface ToldTerms {
  /** ms since 1970; of tickets that came by a change, when the first ones were bought. */
  readonly boughtAt: number
  readonly locale: Locale
  readonly wording?: Wording
}

/**
 * Under what terms tickets for a presentation may be cancelled in the site, in words: until when, as a date and a time, and what the house keeps. The one place
 * that says it, before the payment and after.
 */
export function cancellationTerms(show: Show, { boughtAt, locale, wording = 'whole' }: ToldTerms): string {
  const t = textOf(locale)
  if (!settings().customerCancellation) return t('cancel.termsNone')
  if (show.isCancelled) return t('cancel.termsCalledOff')
  const until = cancellableUntil(show, boughtAt)
  if (!show.cancellation || until === null || until <= boughtAt) return t('cancel.termsNone')
  const last = lastMoment(until)
  const when = { date: formatLongDate(last, locale), time: ltr(formatTime(last)) }
  if (show.cancellation === MOVED_TERMS) return t('cancel.termsMoved', when)
  const charge = chargeText(show.cancellation, t)
  if (charge === '') return t('cancel.termsFree', when)
  return wording === 'deadline' ? t('cancel.termsUntil', when) : t('cancel.terms', { ...when, charge })
}

/** What is kept; empty where nothing is. */
function chargeText({ charge, chargeLimit }: CancellationPolicy, t: Translate): string {
  const limit = chargeLimit === null ? '' : ltr(formatMoney(chargeLimit))
  switch (charge.kind) {
    case 'none':
      return ''
    case 'fixed':
      return t('cancel.termsFixed', { amount: ltr(formatMoney(charge.amount)) })
    case 'perTicket':
      return t('cancel.termsPerTicket', { amount: ltr(formatMoney(charge.amount)) })
    case 'percent':
      return t(limit === '' ? 'cancel.termsPercent' : 'cancel.termsPercentLimit', {
        percent: ltr(`${String(charge.percent)}%`),
        limit,
      })
  }
}

/** Which presentations, since when they are bought, and how it is told. */
export interface AskedTerms extends ToldTerms {
  readonly presentationIds: readonly number[]
  /** Those that the house has moved since; left out: none. */
  readonly moved?: ReadonlySet<number>
}

/** Of several presentations each rule once, by the name of the feature where they differ. */
export function termsOf({ presentations, features }: Catalogue, { presentationIds, moved, ...told }: AskedTerms): readonly string[] {
  const shows = [...new Set(presentationIds)].flatMap((id) => showOfTicket(presentations.get(id), moved?.has(id) ?? false) ?? [])
  const texts = shows.map((show) => ({
    name: features.get(show.featureId)?.name ?? '',
    text: cancellationTerms(show, told),
  }))
  const different = [...new Set(texts.map(({ text }) => text))]
  return different.length === 1 ? different : [...new Set(texts.map(({ name, text }) => `${name}: ${text}`))]
}

/** Before the purchase: as if it were made now. */
export async function termsBefore(presentationIds: readonly number[], locale: Locale): Promise<readonly string[]> {
  return termsOf(await catalogue(locale), { presentationIds, boughtAt: Date.now(), locale })
}

/** After it: counted from when the tickets were bought first. None where nothing of the order is left, or it is another's. */
export async function termsOfOrder(uuid: string, resId: string, locale: Locale): Promise<readonly string[]> {
  const order = await orderToCancel(database(), uuid, resId)
  if (order?.state !== 'paid' || order.items.every(({ isExtra }) => isExtra)) return []
  const presentationIds = order.items.flatMap(({ isExtra, presentationId }) => (isExtra ? [] : (presentationId ?? [])))
  return termsOf(await catalogue(locale), { presentationIds, boughtAt: order.boughtAt, moved: movedOf(order.items), locale })
}
