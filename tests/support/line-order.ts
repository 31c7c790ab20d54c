/** Latin that a Hebrew text keeps: names of things, and signs of formats. */
const LATIN_NAMES = new Set(
  'JavaScript PDF QR SMS CVV CSV XLSX API Apple Google Wallet Chrome Safari Android iPhone iPad Enter English WhatsApp Bit WCAG AA USD'.split(
    ' ',
  ),
)

/** Whether a text of a Hebrew page has Latin words that are no names. */
export function hasLatinLeft(text: string): boolean {
  return (withoutIsolated(text).match(/[A-Za-z]{2,}/g) ?? []).some((word) => !LATIN_NAMES.has(word))
}

/** Whether a text that is not isolated has an amount, a signed number, a range or a code of several parts, which a right-to-left line puts in another order. */
export function isOutOfOrder(text: string): boolean {
  return /[₪$]\s?\d|\d\s?[₪$]|[-−+]\d|\d[-–]\d|\d\/\d|[A-Za-z]\d|\d[A-Za-z]/.test(withoutIsolated(text))
}

/** A text without what its own signs isolate from left to right. */
export function withoutIsolated(text: string): string {
  return text.replace(/\u2066[^\u2066-\u2069]*\u2069/g, '')
}
