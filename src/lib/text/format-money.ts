import type { Agorot } from '#lib/domain/money/money.ts'

/** Formats an amount: ₪458, ₪169.50, −₪100. No decimals or two; belongs inside `<bdi dir="ltr">`. */
export function formatMoney(amount: Agorot): string {
  const size = Math.abs(amount)
  const whole = Math.trunc(size / 100).toLocaleString('en-US')
  const rest = size % 100
  return `${amount < 0 ? '−' : ''}₪${whole}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}

/** Formats a wire amount in decimal shekels. */
export function formatShekels(shekels: number): string {
  return formatMoney(Math.round(shekels * 100))
}
