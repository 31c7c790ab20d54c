import { cardDigits, passesLuhn } from '#lib/domain/payments/card-number.ts'

/** Card data never reaches us: it is typed into the provider's form. What looks like it is refused, whatever field it stands in. */

const CARD_FIELD = /^(cvv|cvc|cvv2|number|cardnumber|expiry|exp)$/i

export function carriesCardData(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'number') return looksLikeCardNumber(String(value))
  if (Array.isArray(value)) return value.some(carriesCardData)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => carriesCardData(inner) || (CARD_FIELD.test(name) && isFilled(inner)))
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}

function looksLikeCardNumber(text: string): boolean {
  const digits = cardDigits(text)
  return /^\d{13,19}$/.test(digits) && passesLuhn(digits)
}
