import { formatLongDate, formatTime } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { placesOf, type Place } from '#lib/server/documents/document-places.ts'
import type { DocumentShowing, OrderDocument } from '#lib/server/documents/documents.ts'
import { whenOf } from '#lib/server/changes/ticket-change-shown.ts'

/** What the text and the HTML of one mail share. */
export interface MailWords {
  readonly locale: Locale
  readonly t: Translate
  readonly subject: string
  readonly greeting: string
  readonly link: string
}

/** What a message says of a presentation and the seats there. */
export interface ShowingLines extends Pick<
  DocumentShowing,
  'featureName' | 'startsAt' | 'isUntimed' | 'venueName' | 'locationName' | 'address' | 'city'
> {
  readonly tickets: readonly Place[]
}

/** A text that must stay left to right inside a right-to-left line: between isolates. */
export function ltr(text: string): string {
  return `\u2066${text}\u2069`
}

/** Name, time, place and seats of a presentation, a line each. */
export function linesOfShowing(showing: ShowingLines, { locale, t }: Pick<MailWords, 'locale' | 't'>): readonly string[] {
  const date = formatLongDate(showing.startsAt, locale)
  const when = showing.isUntimed ? `${date}, ${t('document.untimed')}` : `${date} · ${ltr(formatTime(showing.startsAt))}`
  const where = [showing.venueName, showing.locationName, showing.address, showing.city].filter((part) => part !== '').join(', ')
  return [showing.featureName, when, where, ...placesOf(showing, t)]
}

/** What an order was made in exchange for, and what goes back; none where it was not. */
export function changeSentences({ changes }: OrderDocument, { locale, t }: Pick<MailWords, 'locale' | 't'>): readonly string[] {
  if (!changes?.gave) return []
  const { count, startsAt, amount } = changes.gave
  const gave = `${t('change.gave', { count, when: whenOf(startsAt, locale) })} (${ltr(formatMoney(amount))}).`
  const credit =
    changes.credit && t('change.credit', { amount: ltr(formatMoney(changes.credit.amount)), reference: ltr(changes.credit.reference) })
  const back = changes.giveBack > 0 ? [`${t('change.goesBack')} ${ltr(formatMoney(changes.giveBack))}.`] : []
  return [gave, ...back, ...(credit ? [credit] : [])]
}
