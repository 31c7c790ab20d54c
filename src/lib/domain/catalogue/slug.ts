/** Letters that no accent makes, as they are transliterated. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' }

/**
 * A text as a part of an address (spec §5): trimmed, in small letters, accents transliterated; only Latin, Hebrew and Arabic letters, digits and single
 * hyphens remain. Spaces and dashes become hyphens, of which none is first or last. Empty if nothing remains.
 */
export function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\u0020-\u007e]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(/[\s\p{Pd}_]+/gu, '-')
    .replace(/[^a-z0-9\-[\p{Lo}&&[\p{Script=Hebrew}\p{Script=Arabic}]]]/gv, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}
