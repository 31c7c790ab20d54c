import type { Agorot } from '#lib/domain/money/money.ts'

/** Before each three digits. The browser's own formatter takes ten milliseconds to begin with, on a slow phone forty. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** Formats an amount: ₪458, ₪169.50, −₪100. No decimals or two; belongs inside `<bdi dir="ltr">`. */
export function formatMoney(amount: Agorot): string {
  const size = Math.abs(amount)
  const whole = String(Math.trunc(size / 100)).replace(THOUSANDS, ',')
  const rest = size % 100
  return `${amount < 0 ? '−' : ''}₪${whole}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** Formats a wire amount in decimal shekels. */
export function formatShekels(shekels: number): string {
  return formatMoney(Math.round(shekels * 100))
}
