/** Separators that people type or paste: spaces, dots, brackets, hyphen, maqaf, dashes, and the marks that set a text's direction. */
const SEPARATORS = /[\s.()\-\u05BE\u2010-\u2015\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

const MOBILE = /^05\d{8}$/

/**
 * An Israeli mobile number as it is stored: 05XXXXXXXX.
 * @param text 05…, +9725…, 009725… or 9725…, with separators or without.
 * @returns undefined where it is no Israeli mobile number.
 */
export function normaliseMobileNumber(text: string): string | undefined {
  const digits = text.replace(SEPARATORS, '').replace(/^(?:\+|00)?972(?:0(?=5))?/, '0')
  return MOBILE.test(digits) ? digits : undefined
}

export function isMobileNumber(text: string): boolean {
  return normaliseMobileNumber(text) !== undefined
}

/** 054-731-4821, as it is shown; a text that is no mobile number stays as it is. */
export function formatMobileNumber(text: string): string {
  const number = normaliseMobileNumber(text)
  return number === undefined ? text : `${number.slice(0, 3)}-${number.slice(3, 6)}-${number.slice(6)}`
}
