import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatLongDate, formatShortDate, formatTime } from '#lib/text/format-date.ts'
import { ltr } from '#lib/text/isolate.ts'
import { placeOf } from '#lib/text/place-text.ts'
import { textOf } from '#lib/text/text.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { documentLink, reservationLink } from '#lib/server/platform/http/document-link.ts'
import { factsOfOrder, momentOf, type OrderFacts } from './message-facts.ts'
import { renderLetter } from './message-letter.ts'
import { fitSms } from './message-sms.ts'
import type { MailBody } from './messages.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { movedShowings, placeOfName, type MovedSeat, type MovedShowing } from './moved-facts.ts'

/** Prefix of the kind of messages about moved dates and seats; the import that moved them follows. */
export const MOVED = 'moved:'

interface Moved {
  readonly order: OrderFacts
  /** Sorted by the new start. */
  readonly showings: readonly [MovedShowing, ...MovedShowing[]]
  readonly link: string
  /** Whether some of the tickets can be given back by themselves: those of memberships cannot. */
  readonly canGiveBack: boolean
}

/** undefined if the order no longer has tickets for what was moved. */
export async function movedOf(orderId: string, kind: string): Promise<Moved | undefined> {
  const order = await factsOfOrder(orderId)
  if (!order || !HOLDS_TICKETS.has(order.state)) return undefined
  const { showings, documentKey, canGiveBack } = await movedShowings(orderId, kind.slice(MOVED.length), order)
  const [first, ...more] = showings
  if (!first) return undefined
  const link = order.state === 'paid' ? documentLink(documentKey, order.locale) : reservationLink(order.reservationIdentifier, order.locale)
  return { order, showings: [first, ...more], link, canGiveBack }
}

const HOLDS_TICKETS: ReadonlySet<OrderFacts['state']> = new Set<OrderFacts['state']>(['paid', 'unpaid', 'paying'])

export function renderMovedMail({ order, showings, link, canGiveBack }: Moved): MailBody {
  const { locale, firstName, state, site } = order
  const t = textOf(locale)
  const [{ featureName }] = showings
  const words = isOfTime(showings) ? 'moved' : 'movedPlace'
  const canCancel = canGiveBack && settings().customerCancellation
  return renderLetter({
    locale,
    subject: t(`messages.${words}Subject`, { feature: featureName }),
    greeting: firstName === '' ? t(`messages.${words}GreetingPlain`) : t(`messages.${words}Greeting`, { name: firstName }),
    showings,
    sentences: [
      ...showings.flatMap((showing) => sentencesOf(showing, locale, t)),
      validity(order, showings, t),
      ...(state === 'paid' && canGiveBack ? [t(canCancel ? 'messages.movedGiveBack' : 'messages.movedCall')] : []),
    ],
    facts: [[t('messages.order'), formatOrderNumber(order.orderNumber)]],
    link: { label: t(state === 'unpaid' ? 'messages.holdButton' : 'messages.movedButton'), address: link },
    other:
      state === 'paid' && canCancel
        ? { label: t('messages.movedOrder'), address: reservationLink(order.reservationIdentifier, locale) }
        : undefined,
    site,
  })
}

function isOfTime(showings: Moved['showings']): boolean {
  return showings.some(({ before }) => before !== null)
}

function validity({ state, payUntil, locale }: OrderFacts, showings: Moved['showings'], t: Translate): string {
  if (state === 'unpaid')
    return t('messages.holdUntil', { until: `${formatLongDate(payUntil ?? 0, locale)}, ${ltr(formatTime(payUntil ?? 0))}` })
  return t(showings.every(({ seats }) => seats.length === 0) ? 'messages.movedValid' : 'messages.movedPlaceValid')
}

function sentencesOf(showing: MovedShowing, locale: Locale, t: Translate): string[] {
  const { featureName: feature, venueName, before, beforeHall, beforeShow, seats } = showing
  return [
    ...(before === null ? [] : [t('messages.movedFrom', { feature, before: beforeOf({ ...showing, before }, locale) })]),
    ...(beforeShow === null ? [] : [t('messages.movedShow', { feature, before: beforeShow })]),
    ...(beforeHall === null ? [] : [t('messages.movedHall', { feature, after: venueName, before: beforeHall })]),
    ...seats.map((seat) => t(`messages.movedSeat${wordOf(seat)}`, { feature, ...placesOf(seat, t) })),
  ]
}

/** What happened to a seat: it is called something else, stands elsewhere, or both. */
function wordOf({ from, to, isShifted }: MovedSeat): '' | 'Elsewhere' | 'Both' {
  if (!isShifted) return ''
  return from.join('\n') === to.join('\n') ? 'Elsewhere' : 'Both'
}

function placesOf({ from, to }: MovedSeat, t: Translate) {
  return { before: placeOf(placeOfName(from), t), after: placeOf(placeOfName(to), t) }
}

/** "יום שישי, 27 בנובמבר, 20:30" */
function beforeOf({ before, isUntimed }: { readonly before: number; readonly isUntimed: boolean }, locale: Locale): string {
  const date = formatLongDate(before, locale)
  return isUntimed ? date : `${date}, ${ltr(formatTime(before))}`
}

export function renderMovedSms({ order: { locale }, showings: [showing], link }: Moved): string {
  const t = textOf(locale)
  const { before, seats } = showing
  const values = { brand: settings().brand.name, when: momentOf(showing), link }
  if (before !== null) {
    const then = showing.isUntimed ? formatShortDate(before) : momentOf({ ...showing, startsAt: before })
    return fitSms(showing.featureName, (feature) => t('messages.movedSms', { ...values, before: then, feature }))
  }
  const places = seats.length === 0 ? showing.venueName : seats.map(({ to }) => to.join(' ')).join(', ')
  return fitSms(showing.featureName, (feature) => t('messages.movedPlaceSms', { ...values, places, feature }))
}
