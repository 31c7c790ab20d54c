import { formatMoney } from './format-money.ts'
import { ltr } from './isolate.ts'
import type { Translate } from './translate.ts'

/** What a voucher is worth or has left: agorot, or tickets of a bundle. */
export interface Worth {
  readonly amount: number
  readonly isTickets: boolean
}

/** "₪100", or "2 tickets". */
export function worthText({ amount, isTickets }: Worth, t: Translate): string {
  return isTickets ? t('voucher.tickets', { count: amount }) : ltr(formatMoney(amount))
}

/** "₪100, a voucher for a film": what it is worth and its name, or the name alone if that tells the sum, as that of a chosen amount often does. */
export function namedWorthText(name: string, worth: Worth, t: Translate): string {
  if (!worth.isTickets && tells(name, formatMoney(worth.amount))) return name
  return t('voucher.worthAndName', { amount: worthText(worth, t), name })
}

/** The name beside its sum: "A voucher for all" of "A voucher for all, ₪100". */
export function nameBesideWorth(name: string, { amount, isTickets }: Worth): string {
  const sum = `, ${formatMoney(amount)}`
  return !isTickets && name.endsWith(sum) ? name.slice(0, -sum.length) : name
}

/** Whether the sum stands in the name: ₪20 does not in "₪200". */
function tells(name: string, sum: string): boolean {
  return name
    .split(sum)
    .slice(1)
    .some((rest) => !/^[.,]?\d/.test(rest))
}

/** As `worthText`, with the sign of what was added or taken. */
export function changedWorthText({ amount, isTickets }: Worth, t: Translate): string {
  if (!isTickets) return ltr(formatMoney(amount))
  const number = ltr(`${amount < 0 ? '−' : ''}${String(Math.abs(amount))}`)
  return t('voucher.ticketsChanged', { count: Math.abs(amount), number })
}
