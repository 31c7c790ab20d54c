import { formatLongDate, formatShortDate, formatTime } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { placesOf } from '#lib/text/place-text.ts'
import { partsOfOrder, type SeriesTicket } from '#lib/server/documents/order-series.ts'
import type { DocumentShowing, OrderDocument } from '#lib/server/documents/documents.ts'
import { whenOf } from '#lib/server/orders/changes/ticket-change-shown.ts'

/** Shared by a mail's text and HTML. */
export interface MailWords {
  readonly locale: Locale
  readonly t: Translate
  readonly subject: string
  readonly greeting: string
  /** Of the order's document. */
  readonly link: string
  /** Of the film that the order is for; omitted if it is for none. */
  readonly film?: string | undefined
}

/** A presentation and its seats, as messages describe them. */
export interface ShowingLines extends Pick<
  DocumentShowing,
  'featureName' | 'startsAt' | 'isUntimed' | 'venueName' | 'locationName' | 'address' | 'city'
> {
  readonly tickets: readonly SeriesTicket[]
}

/** Time, place and seats, separately. */
export function factsOfShowing(showing: ShowingLines, { locale, t }: Pick<MailWords, 'locale' | 't'>) {
  return {
    date: formatLongDate(showing.startsAt, locale),
    time: showing.isUntimed ? t('document.untimed') : ltr(formatTime(showing.startsAt)),
    place: [showing.venueName, showing.locationName, showing.address, showing.city].filter((part) => part !== '').join(', '),
    seats: placesOf(showing, t),
  }
}

/** Name, time, place and seats of a presentation, one per line. */
export function linesOfShowing(showing: ShowingLines, words: Pick<MailWords, 'locale' | 't'>): readonly string[] {
  const { date, time, place, seats } = factsOfShowing(showing, words)
  return [showing.featureName, `${date}${showing.isUntimed ? ', ' : ' · '}${time}`, place, ...seats]
}

/** What an order is called in a subject and an SMS: its series with the number of their evenings, or else its first presentation with its time. undefined: it has no tickets. */
export function titleOfShowings(
  showings: readonly (ShowingLines & { readonly presentationId: number })[],
  t: Translate,
): { readonly feature: string; readonly date: string; readonly when: string } | undefined {
  const [first] = showings
  if (!first) return undefined
  const { series, others } = partsOfOrder(showings)
  if (series.length > 0 && others.length === 0) {
    const count = t('membership.evening', { count: showings.length })
    return { feature: [...new Set(series.map(({ name }) => name))].join(', '), date: count, when: count }
  }
  const date = formatShortDate(first.startsAt)
  return { feature: first.featureName, date, when: first.isUntimed ? date : `${date} ${formatTime(first.startsAt)}` }
}

/** Sentences on an exchange and its refund; empty if the order was not an exchange. */
export function changeSentences({ changes }: OrderDocument, { locale, t }: Pick<MailWords, 'locale' | 't'>): readonly string[] {
  if (!changes?.gave) return []
  const { count, startsAt, amount } = changes.gave
  const gave = `${t('change.gave', { count, when: whenOf(startsAt, locale) })} (${ltr(formatMoney(amount))}).`
  const credit =
    changes.credit && t('change.credit', { amount: ltr(formatMoney(changes.credit.amount)), reference: ltr(changes.credit.reference) })
  const back = changes.giveBack > 0 ? [`${t('change.goesBack')} ${ltr(formatMoney(changes.giveBack))}.`] : []
  return [gave, ...back, ...(credit ? [credit] : [])]
}
