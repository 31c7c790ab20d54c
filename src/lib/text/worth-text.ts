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

/** As `worthText`, with the sign of what was added or taken. */
export function changedWorthText({ amount, isTickets }: Worth, t: Translate): string {
  if (!isTickets) return ltr(formatMoney(amount))
  const number = ltr(`${amount < 0 ? '−' : ''}${String(Math.abs(amount))}`)
  return t('voucher.ticketsChanged', { count: Math.abs(amount), number })
}
