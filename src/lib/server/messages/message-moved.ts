import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatLongDate, formatShortDate, formatTime } from '#lib/text/format-date.ts'
import { ltr } from '#lib/text/isolate.ts'
import { textOf } from '#lib/text/text.ts'
import type { Locale } from '#lib/text/locales.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { documentLink, reservationLink } from '#lib/server/platform/http/document-link.ts'
import { factsOfOrder, momentOf, type FactShowing, type OrderFacts } from './message-facts.ts'
import { renderLetter } from './message-letter.ts'
import { fitSms } from './message-sms.ts'
import type { MailBody } from './messages.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Prefix of the kind of messages about moved starts; the import that moved them follows. */
export const MOVED = 'moved:'

interface MovedShowing extends FactShowing {
  /** The start that the order was last told, in ms since 1970. */
  readonly before: number
}

interface Moved {
  readonly order: OrderFacts
  /** Sorted by the new start. */
  readonly showings: readonly [MovedShowing, ...MovedShowing[]]
  readonly link: string
}

/** undefined if the order no longer has tickets for the moved presentations. */
export async function movedOf(orderId: string, kind: string): Promise<Moved | undefined> {
  const order = await factsOfOrder(orderId)
  if (!order || !HOLDS_TICKETS.has(order.state)) return undefined
  const { rows } = await database().query<{ presentationId: number; before: Date; documentKey: string }>({
    name: 'moves-of-order',
    text: `SELECT m.presentation_id AS "presentationId", start_known(o, m) AS before, o.document_key AS "documentKey"
           FROM orders o, start_move m WHERE o.order_id = $1 AND m.import_id = $2 AND start_known(o, m) IS NOT NULL`,
    values: [orderId, kind.slice(MOVED.length)],
  })
  const before = new Map(rows.map((row) => [row.presentationId, row.before.getTime()]))
  const [first, ...more] = order.showings.flatMap((showing): MovedShowing[] => {
    const at = before.get(showing.presentationId)
    return at === undefined ? [] : [{ ...showing, before: at }]
  })
  if (!first) return undefined
  const link =
    order.state === 'paid'
      ? documentLink(rows[0]?.documentKey ?? '', order.locale)
      : reservationLink(order.reservationIdentifier, order.locale)
  return { order, showings: [first, ...more], link }
}

const HOLDS_TICKETS: ReadonlySet<OrderFacts['state']> = new Set<OrderFacts['state']>(['paid', 'unpaid', 'paying'])

export function renderMovedMail({ order, showings, link }: Moved): MailBody {
  const { locale, firstName, payUntil, state, site } = order
  const t = textOf(locale)
  const [{ featureName }] = showings
  const until = `${formatLongDate(payUntil ?? 0, locale)}, ${ltr(formatTime(payUntil ?? 0))}`
  return renderLetter({
    locale,
    subject: t('messages.movedSubject', { feature: featureName }),
    greeting: firstName === '' ? t('messages.movedGreetingPlain') : t('messages.movedGreeting', { name: firstName }),
    showings,
    sentences: [
      ...showings.map((showing) => t('messages.movedFrom', { feature: showing.featureName, before: beforeOf(showing, locale) })),
      state === 'unpaid' ? t('messages.holdUntil', { until }) : t('messages.movedValid'),
    ],
    facts: [[t('messages.order'), formatOrderNumber(order.orderNumber)]],
    link: { label: t(state === 'unpaid' ? 'messages.holdButton' : 'messages.movedButton'), address: link },
    site,
  })
}

/** "יום שישי, 27 בנובמבר, 20:30" */
function beforeOf({ before, isUntimed }: MovedShowing, locale: Locale): string {
  const date = formatLongDate(before, locale)
  return isUntimed ? date : `${date}, ${ltr(formatTime(before))}`
}

export function renderMovedSms({ order: { locale }, showings: [showing], link }: Moved): string {
  const t = textOf(locale)
  const before = showing.isUntimed ? formatShortDate(showing.before) : momentOf({ ...showing, startsAt: showing.before })
  const values = { brand: settings().brand.name, when: momentOf(showing), before, link }
  return fitSms(showing.featureName, (feature) => t('messages.movedSms', { ...values, feature }))
}
