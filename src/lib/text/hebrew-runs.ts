const LETTER = '\\u0590-\\u05ff\\ufb1d-\\ufb4f'
/** Matches from a Hebrew letter to the last one before another script, including punctuation and numbers between and a final stop. */
const RUN = new RegExp(`([${LETTER}](?:[^<>A-Za-z\\u0400-\\u04ff\\u0600-\\u06ff₪]*[${LETTER}])?(?:[.!?](?=\\s|$))?)`)
const HAS_LETTER = new RegExp(`[${LETTER}]`)

export function hasHebrew(text: string): boolean {
  return HAS_LETTER.test(text)
}

/** Splits a text so that every second piece, starting with the second, is Hebrew. */
export function hebrewRuns(text: string): readonly string[] {
  return text.split(new RegExp(RUN, 'g'))
}
