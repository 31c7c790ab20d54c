/** Separators that people type or paste: spaces, dots, brackets, hyphen, maqaf, dashes and direction marks. */
const SEPARATORS = /[\s.()\-\u05BE\u2010-\u2015\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

const MOBILE = /^05\d{8}$/

/**
 * Normalises an Israeli mobile number to 05XXXXXXXX.
 * @param text 05…, +9725…, 009725… or 9725…, with or without separators
 * @returns undefined if it is not an Israeli mobile number
 */
export function normaliseMobileNumber(text: string): string | undefined {
  const digits = text.replace(SEPARATORS, '').replace(/^(?:\+|00)?972(?:0(?=5))?/, '0')
  return MOBILE.test(digits) ? digits : undefined
}

export function isMobileNumber(text: string): boolean {
  return normaliseMobileNumber(text) !== undefined
}

/** Formats a number for display as 054-731-4821; any other text stays unchanged. */
export function formatMobileNumber(text: string): string {
  const number = normaliseMobileNumber(text)
  return number === undefined ? text : `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`
}
