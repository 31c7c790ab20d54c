import { directionOf } from '#lib/text/locales.ts'
import { mailColours } from './message-colours.ts'
import { EDGE, escapeHtml, inlineHtml, labelled, linkHtml, row, SANS, TABLE, titleHtml } from './message-parts.ts'
import { factsOfShowing, type MailWords, type ShowingLines } from './message-words.ts'

/** A ticket of the letter with its own link. */
export interface TicketLine {
  readonly place: string
  readonly address: string
}

type Words = Pick<MailWords, 'locale' | 't'>

/**
 * A presentation as on a paper ticket: its name, time, place and seats.
 * @param tickets each with its own code; if empty, the seats are grouped
 */
export function showingHtml(showing: ShowingLines, words: Words, tickets: readonly TicketLine[] = []): string {
  const { line } = mailColours().light
  const { date, time, place, seats } = factsOfShowing(showing, words)
  const { t } = words
  const cell = (inner: string, width: string): string => `<td valign="top" width="${width}" style="padding:14px 0 0">${inner}</td>`
  const whole = (inner: string): string => `<tr><td colspan="2" style="padding:14px 0 0">${inner}</td></tr>`
  const taken = tickets.length > 0 ? tickets.map((ticket) => ticketHtml(ticket, words)).join('') : seats.map(inlineHtml).join('<br>')
  const facts = [
    `<tr>${cell(labelled(t('document.date'), escapeHtml(date)), '66%')}${cell(labelled(t('document.time'), inlineHtml(time)), '34%')}</tr>`,
    ...(place === '' ? [] : [whole(labelled(t('messages.place'), escapeHtml(place)))]),
    ...(taken === '' ? [] : [whole(tickets.length > 0 ? listed(t('messages.seats'), taken, words) : labelled(t('messages.seats'), taken))]),
  ]
  return row(
    `<table ${TABLE} class="line" width="100%" style="border:1px solid ${line};border-collapse:separate;border-radius:14px"><tr><td style="padding:18px 18px 20px">
${titleHtml(showing.featureName)}
<table ${TABLE} width="100%">${facts.join('')}</table></td></tr></table>`,
    `8px ${EDGE}`,
  )
}

/** Seats with their codes, one per line. */
function listed(label: string, rows: string, { locale }: Words): string {
  const { quiet } = mailColours().light
  return `<p class="quiet" style="margin:0;${SANS};font-size:14px;line-height:1.4;color:${quiet}">${escapeHtml(label)}</p>
<table ${TABLE} width="100%" dir="${directionOf(locale)}">${rows}</table>`
}

function ticketHtml({ place, address }: TicketLine, { locale, t }: Words): string {
  const { ink } = mailColours().light
  const end = directionOf(locale) === 'rtl' ? 'left' : 'right'
  const look = `${SANS};font-size:16px;line-height:24px`
  const code = `<span style="display:inline-block;padding:10px 0;text-decoration:underline">${escapeHtml(t('messages.ticketCode'))}</span>`
  return `<tr><td class="ink" style="padding:10px 0;${look};font-weight:700;color:${ink}">${escapeHtml(place)}</td>
<td align="${end}" style="${look};white-space:nowrap">${linkHtml(code, address)}</td></tr>`
}
