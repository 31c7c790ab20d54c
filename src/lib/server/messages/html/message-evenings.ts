import { commonOf, countText, type Evenings } from '#lib/server/documents/order-series.ts'
import { mailColours } from './message-colours.ts'
import { EDGE, escapeHtml, inlineHtml, labelled, linkHtml, nameHtml, row, SANS, TABLE, titleHtml } from './message-parts.ts'
import { factsOfShowing, type MailWords, type ShowingLines } from './message-words.ts'

/** A series or season in mails: its name, number of evenings, place and seat once, then its dates. */

type Words = Pick<MailWords, 'locale' | 't'>

function factsOfEvenings({ showings }: Evenings<ShowingLines>, words: Words) {
  const each = showings.map((showing) => ({ showing, ...factsOfShowing(showing, words) }))
  const place = commonOf(each.map((one) => one.place))
  const seats = commonOf(each.map((one) => one.seats.join(', ')))
  const evenings = each.map(({ showing, date, time, ...own }) => ({
    showing,
    when: `${date}${showing.isUntimed ? ', ' : ' · '}${time}`,
    // Only what is not as on the other evenings.
    more: [
      own.place === place ? '' : own.place,
      own.seats.join(', ') === seats ? '' : own.seats.join(', '),
      stateText(showing, words),
    ].filter((part) => part !== ''),
  }))
  return { place, seats, evenings }
}

/** Why an evening admits no more, of tickets that have a state. */
function stateText({ tickets }: ShowingLines, { t }: Words): string {
  const states = new Set(tickets.map(({ state = 'valid' }) => state))
  const [state] = states
  return state === undefined || state === 'valid' || states.size > 1 ? '' : t(`document.state_${state}`)
}

/** One line each. */
export function linesOfEvenings(series: Evenings<ShowingLines>, words: Words): readonly string[] {
  const { place, seats, evenings } = factsOfEvenings(series, words)
  return [
    `${series.name} · ${countText(series, words.t)}`,
    ...[place, seats].filter((line) => line !== ''),
    ...evenings.map(({ showing, when, more }) => [`${when} · ${showing.featureName}`, ...more].join(' · ')),
  ]
}

/** @param addressesOf the addresses of the codes of an evening; none if they are too many to list */
export function eveningsHtml(
  series: Evenings<ShowingLines>,
  words: Words,
  addressesOf: (showing: ShowingLines) => readonly string[] = () => [],
): string {
  const { line } = mailColours().light
  const { t } = words
  const { place, seats, evenings } = factsOfEvenings(series, words)
  const whole = (inner: string): string => `<tr><td colspan="2" style="padding:14px 0 0">${inner}</td></tr>`
  const facts = [
    whole(labelled(t('membership.evenings'), escapeHtml(countText(series, t)))),
    ...(place === '' ? [] : [whole(labelled(t('messages.place'), escapeHtml(place)))]),
    ...(seats === '' ? [] : [whole(labelled(t('messages.seats'), inlineHtml(seats)))]),
    ...evenings.map(({ showing, when, more }) => eveningHtml({ showing, when, more, addresses: addressesOf(showing) }, words)),
  ]
  return row(
    `<table ${TABLE} class="line" width="100%" style="border:1px solid ${line};border-collapse:separate;border-radius:14px"><tr><td style="padding:18px 18px 20px">
${titleHtml(series.name)}
<table ${TABLE} width="100%">${facts.join('')}</table></td></tr></table>`,
    `8px ${EDGE}`,
  )
}

interface EveningRow {
  readonly showing: ShowingLines
  readonly when: string
  readonly more: readonly string[]
  readonly addresses: readonly string[]
}

function eveningHtml({ showing, when, more, addresses }: EveningRow, { t }: Words): string {
  const { ink, quiet, line } = mailColours().light
  const look = `${SANS};font-size:16px;line-height:24px;border-top:1px solid ${line};padding:10px 0`
  const code = `<span style="display:inline-block;padding:10px 0;text-decoration:underline">${escapeHtml(t('messages.ticketCode'))}</span>`
  const said = more.map((part) => `<br><span class="quiet" style="font-size:14px;color:${quiet}">${inlineHtml(part)}</span>`)
  const links = addresses.map((address) => linkHtml(code, address)).join(' ')
  return `<tr><td class="line ink" valign="top" style="${look};color:${ink}"${links === '' ? ' colspan="2"' : ''}><b>${inlineHtml(when)}</b><br>${nameHtml(showing.featureName)}${said.join('')}</td>${
    links === '' ? '' : `<td class="line" valign="top" style="${look};white-space:nowrap">${links}</td>`
  }</tr>`
}
