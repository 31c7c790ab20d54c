import type { Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { pricePerVisit } from '#lib/domain/catalogue/memberships/membership-offers.ts'
import { MEMBERSHIP_TYPE, type Membership, type MembershipPrice } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { MembershipView } from '#lib/server/programme/memberships.ts'
import { datePartsOf, formatShortDate, formatTime, formatWeekday } from '#lib/text/format-date.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'

const A_YEAR: readonly number[] = [365, 366]

/** An amount in its own currency: ₪320, $95. */
export function priceText({ price, currency }: Pick<MembershipPrice, 'price' | 'currency'>): string {
  return formatMoney(price).replace('₪', currency.symbol)
}

/** "₪32 לכניסה"; undefined if visits cannot be counted. */
export function perVisitText(t: Translate, membership: Membership, price: MembershipPrice): string | undefined {
  const each = pricePerVisit(membership, price)
  if (each === null) return undefined
  const amount = ltr(priceText({ ...price, price: each }))
  return t(membership.typeId === MEMBERSHIP_TYPE.open ? 'membership.perEntry' : 'membership.perEvening', { price: amount })
}

/** "6 ערבים · יום שני, 18:30": the weekday if all evenings share it, else the first and the last date. */
export function eveningsText(t: Translate, locale: Locale, evenings: readonly Showing[]): string {
  const starts = evenings.map(({ presentation }) => presentation.startsAt)
  const [first] = starts
  const last = starts.at(-1)
  if (first === undefined || last === undefined) return ''
  const slots = new Set(starts.map((start) => `${String(datePartsOf(start).weekday)} ${formatTime(start)}`))
  const when =
    slots.size === 1
      ? `${formatWeekday(first, locale)}, ${ltr(formatTime(first))}`
      : ltr(starts.length === 1 ? formatShortDate(first) : `${formatShortDate(first)}–${formatShortDate(last)}`)
  return `${t('membership.evening', { count: starts.length })} · ${when}`
}

/** The line under a membership's name. */
export function factsText(t: Translate, locale: Locale, view: MembershipView): string {
  const { kind, evenings, choiceCount, places, membership } = view
  const place = places.slice(0, 2).join(', ')
  const what =
    kind === 'season'
      ? t('membership.fixedAndChoice', { fixed: evenings.length, choice: choiceCount })
      : kind === 'series'
        ? eveningsText(t, locale, evenings)
        : useText(t, membership)
  return [what, place].filter((part) => part !== '').join(' · ')
}

/** The contents of an open membership: entries, money, or both unlimited. */
function useText(t: Translate, { uses, amount }: Membership): string {
  if (uses !== null) return t('membership.entry', { count: uses })
  return amount === null ? t('membership.unlimited') : t('membership.amountValue', { amount: ltr(formatMoney(amount)) })
}

/** Its validity; undefined if its dates state it. */
export function validityText(t: Translate, { validDays, validUntil }: Membership): string | undefined {
  if (validUntil !== null) return t('membership.validUntil', { date: ltr(fullDate(validUntil)) })
  if (validDays === null) return undefined
  return A_YEAR.includes(validDays) ? t('membership.validYear') : t('membership.validDays', { count: validDays })
}

/** The extras that come with it, from its data. */
export function includedTexts(t: Translate, { kind, membership, evenings, choiceCount }: MembershipView): readonly string[] {
  const validity = validityText(t, membership)
  const always = validity === undefined ? [] : [validity]
  if (kind === 'open') {
    const counted = membership.uses === null ? [] : [t('membership.entriesWhen'), t('membership.guests')]
    const entries = membership.amount === null ? counted : [t('membership.moneyWhen')]
    return [...entries, ...always, ...(membership.isTopup ? [t('membership.canTopUp')] : [])]
  }
  const choice = choiceCount === 0 ? [t('membership.datesKnown')] : [fixedAndChoice(t, evenings.length, choiceCount)]
  return [...choice, t(membership.isSkipMemberSeat ? 'membership.noSeat' : 'membership.oneSeat'), ...always]
}

function fixedAndChoice(t: Translate, fixed: number, choice: number): string {
  return t('membership.fixedAndChoice', { fixed, choice })
}

/** 31.8.2027 */
export function fullDate(time: number): string {
  const { day, month, year } = datePartsOf(time)
  return `${String(day)}.${String(month)}.${String(year)}`
}
