import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Evenings } from '#lib/server/documents/order-series.ts'
import { linesOfEvenings, eveningsHtml } from './html/message-evenings.ts'
import { frameHtml } from './html/message-frame.ts'
import { buttonRow, factsTable, inlineHtml, linkHtml, paragraph, row } from './html/message-parts.ts'
import { showingHtml } from './html/message-showing.ts'
import { linesOfSite, siteRows } from './html/message-site.ts'
import { linesOfShowing, type ShowingLines } from './html/message-words.ts'
import type { MailBody } from './messages.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** A mail about an order without attachments; its text and its HTML say the same. */
export interface Letter {
  readonly locale: Locale
  readonly subject: string
  /** The first line and the headline. */
  readonly greeting: string
  readonly showings: readonly ShowingLines[]
  /** Series and seasons, before the showings. */
  readonly series?: readonly Evenings<ShowingLines>[]
  readonly sentences: readonly string[]
  /** Labels and values. */
  readonly facts: readonly (readonly [string, string])[]
  /** The button's address and label. */
  readonly link?: { readonly label: string; readonly address: string }
  /** A second address, as a line with a link. */
  readonly other?: { readonly label: string; readonly address: string } | undefined
  /** The mini-site that the order was begun in. */
  readonly site?: MiniSite | undefined
}

export function renderLetter(letter: Letter): MailBody {
  return { subject: letter.subject, text: textOfLetter(letter), html: htmlOfLetter(letter), attachments: [] }
}

function textOfLetter({ locale, greeting, series = [], showings, sentences, facts, link, other, site }: Letter): string {
  const t = textOf(locale)
  const blocks = [
    [greeting],
    ...series.map((one) => linesOfEvenings(one, { locale, t })),
    ...showings.map((showing) => linesOfShowing(showing, { locale, t })),
    sentences,
    facts.map(([label, value]) => `${label}: ${ltr(value)}`),
    link ? [`${link.label}:`, link.address] : [],
    other ? [`${other.label}:`, other.address] : [],
    linesOfSite(site, { locale, t }),
    [t('messages.help', { phone: ltr(settings().boxOfficePhone) }), settings().brand.name],
  ]
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** Puts a change before the ticket that it changes, visible together. */
function htmlOfLetter({ locale, subject, greeting, series = [], showings, sentences, facts, link, other, site }: Letter): string {
  const words = { locale, t: textOf(locale) }
  return frameHtml({
    locale,
    subject,
    headline: greeting,
    preview: sentences.join(' '),
    rows: [
      ...sentences.map((sentence) => row(paragraph(sentence))),
      ...series.map((one) => eveningsHtml(one, words)),
      ...showings.map((showing) => showingHtml(showing, words)),
      factsTable(facts, locale),
      ...(link ? [buttonRow(link.label, link.address)] : []),
      ...(other ? [row(linkHtml(inlineHtml(other.label), other.address))] : []),
      ...siteRows(site, words),
    ],
  })
}
