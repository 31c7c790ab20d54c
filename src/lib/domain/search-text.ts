/** Hebrew and Latin text made alike for searching. What is typed and what is stored go through the same. */

const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g
const QUOTES = /["'`´\u05f3\u05f4\u2018-\u201f]/g
const NO_LETTERS = /[^\p{L}\p{N}]+/gu
const FINAL_LETTERS: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' }

/** Small letters without vowel points, accents and quotation marks, final letters as ordinary ones, words parted by one space. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(QUOTES, '')
    .replace(/[ךםןףץ]/g, (letter) => FINAL_LETTERS[letter] ?? letter)
    .replace(NO_LETTERS, ' ')
    .trim()
}

/** The words of a text, made uniform. */
export function wordsOf(text: string): readonly string[] {
  const uniform = searchable(text)
  return uniform === '' ? [] : uniform.split(' ')
}

/** A Hebrew word as it is without vowel letters: only a first ו or י counts, for תיאטרון and תאטרון are one word. */
export function bareSpelling(word: string): string {
  return word.slice(0, 1) + word.slice(1).replace(/[וי]/g, '')
}

const HEBREW_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'tאcבdגsדvהuוzזjחyטhיfכkלnמbנxסgעpפmצeקrרaשoםiןlך'].flatMap((key, at, keys) => (at % 2 === 0 ? [[key, keys[at + 1] ?? '']] : [])),
)
const KEYS_OF_PUNCTUATION: Readonly<Record<string, string>> = { ',': 'ת', '.': 'ץ', ';': 'ף' }
const TO_HEBREW: Readonly<Record<string, string>> = { ...HEBREW_KEYS, ...KEYS_OF_PUNCTUATION }
const TO_LATIN: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(HEBREW_KEYS).map(([key, letter]) => [letter, key]))

/** What the same keys write on the other keyboard: "dar" is גשר; undefined where the text is of both or of neither. */
export function onOtherKeyboard(text: string): string | undefined {
  const [isLatin, isHebrew] = [/[a-z]/i.test(text), /[א-ת]/.test(text)]
  if (isLatin === isHebrew) return undefined
  const keys = isLatin ? TO_HEBREW : TO_LATIN
  return [...text.toLowerCase()].map((key) => keys[key] ?? key).join('')
}
