/** Normalises text for searching. Typed and stored texts go through the same steps. */

/** Accents, Hebrew points, Arabic vowel signs and hamzas on letters, and the Arabic stroke that stretches a word. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g
const QUOTES = /["'`´\u05f3\u05f4\u2018-\u201f]/g
const NO_LETTERS = /[^\p{L}\p{N}]+/gu
/** Each final letter comes right before its ordinary form in Unicode. */
const FINAL_LETTERS = /[\u05da\u05dd\u05df\u05e3\u05e5]/g
const VOWEL_LETTERS = /[\u05d5\u05d9]/g

/** Lower-cases, removes vowel points, accents and quotation marks, turns final letters into ordinary ones, and separates words by one space. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(QUOTES, '')
    .replace(FINAL_LETTERS, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1))
    .replace(NO_LETTERS, ' ')
    .trim()
}

/** The normalised words of a text. */
export function wordsOf(text: string): readonly string[] {
  const uniform = searchable(text)
  return uniform === '' ? [] : uniform.split(' ')
}

/** A Hebrew word without vowel letters: a ו or י counts only at the start, because תיאטרון and תאטרון are one word. */
export function bareSpelling(word: string): string {
  return word.slice(0, 1) + word.slice(1).replace(VOWEL_LETTERS, '')
}

/** The keys of the Hebrew letters, in the order of the alphabet with final forms before ordinary ones. */
const KEYS = 'tcdsvuzjyhlfkonibxg;p.mera,'
const FIRST_LETTER = 0x5d0

/** The text that the same keys produce on the other keyboard layout: "dar" is גשר. undefined if the text mixes both or has neither. */
export function onOtherKeyboard(text: string): string | undefined {
  const [isLatin, isHebrew] = [/[a-z]/i.test(text), /[\u05d0-\u05ea]/.test(text)]
  if (isLatin === isHebrew) return undefined
  return [...text.toLowerCase()].map(isLatin ? letterOnKey : keyOfLetter).join('')
}

function letterOnKey(key: string): string {
  const at = KEYS.indexOf(key)
  return at < 0 ? key : String.fromCharCode(FIRST_LETTER + at)
}

function keyOfLetter(letter: string): string {
  return KEYS[letter.charCodeAt(0) - FIRST_LETTER] ?? letter
}
