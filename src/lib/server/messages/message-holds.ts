import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { formatLongDate, formatShortDate, formatTime } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr, ltrIn } from '#lib/text/isolate.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import { featureLink, reservationLink, siteLink } from '#lib/server/platform/http/document-link.ts'
import { momentOf, shortMoment, type OrderFacts } from './message-facts.ts'
import { renderLetter } from './message-letter.ts'
import { fitSms } from './message-sms.ts'
import type { MailBody } from './messages.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Kinds of messages about unpaid holds: made, an hour before lapsing, lapsed. */
export const HOLD_KINDS = ['hold', 'reminder', 'lapsed'] as const
export type HoldKind = (typeof HOLD_KINDS)[number]

/** The hold kind of an outbox kind; undefined for other messages. A repeated reminder includes its deadline: 'reminder:1795890000'. */
export function holdKindOf(kind: string): HoldKind | undefined {
  return HOLD_KINDS.find((one) => one === kind.split(':')[0])
}

/** Seats, payment deadline and place of an unpaid hold. */
export function renderHoldMail(order: OrderFacts, kind: HoldKind): MailBody {
  const { locale, reservationIdentifier, orderNumber, amountDue, payUntil, showings, firstName, site } = order
  const t = textOf(locale)
  const isOver = kind === 'lapsed'
  const words = isOver ? 'lapsed' : 'hold'
  const until = `${formatLongDate(payUntil ?? 0, locale)}, ${ltr(formatTime(payUntil ?? 0))}`
  return renderLetter({
    locale,
    subject: subjectOf(order, t, words),
    greeting: firstName === '' ? t(`messages.${words}GreetingPlain`) : t(`messages.${words}Greeting`, { name: firstName }),
    showings,
    sentences: isOver
      ? [t(`messages.${order.isCalledOff ? 'calledOff' : 'lapsed'}Text`)]
      : [t('messages.holdUntil', { until }), t('messages.holdAfter')],
    facts: [
      ...(isOver ? [] : [[t('messages.holdDue'), formatMoney(amountDue)] as const]),
      [t('messages.order'), formatOrderNumber(orderNumber)],
    ],
    link: isOver
      ? { label: t('messages.lapsedButton'), address: wayAfterLapse(order) }
      : { label: t('messages.holdButton'), address: reservationLink(reservationIdentifier, locale) },
    site,
  })
}

export function renderHoldSms(order: OrderFacts, kind: HoldKind): string {
  const {
    locale,
    reservationIdentifier,
    orderNumber,
    payUntil,
    showings: [showing],
  } = order
  const t = textOf(locale)
  const link = kind === 'lapsed' ? wayAfterLapse(order) : reservationLink(reservationIdentifier, locale)
  const number = ltrIn(locale, formatOrderNumber(orderNumber))
  const values = { brand: settings().brand.name, number, when: showing ? momentOf(showing) : '', until: shortMoment(payUntil ?? 0), link }
  return fitSms(showing?.featureName ?? '', (feature) => t(`messages.${kind}Sms`, { ...values, feature }))
}

/** Where it can be ordered again: in its mini-site, else at the feature's page. */
function wayAfterLapse({ site, showings: [showing], locale }: OrderFacts): string {
  return site ? siteLink(site, locale) : featureLink(showing?.featureId, locale)
}

function subjectOf({ showings: [showing] }: OrderFacts, t: Translate, words: string): string {
  return t(`messages.${words}Subject`, { feature: showing?.featureName ?? '', date: showing ? formatShortDate(showing.startsAt) : '' })
}
