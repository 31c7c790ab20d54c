const LETTER = '\\u0590-\\u05ff\\ufb1d-\\ufb4f'
/** From a Hebrew letter to the last one before another script, with the punctuation and numbers between, and the stop that ends it. */
const RUN = new RegExp(`([${LETTER}](?:[^<>A-Za-z\\u0400-\\u04ff\\u0600-\\u06ff₪]*[${LETTER}])?(?:[.!?](?=\\s|$))?)`)
const HAS_LETTER = new RegExp(`[${LETTER}]`)

export function hasHebrew(text: string): boolean {
  return HAS_LETTER.test(text)
}

/** A text in pieces: every second one, beginning with the second, is Hebrew. */
export function hebrewRuns(text: string): readonly string[] {
  return text.split(new RegExp(RUN, 'g'))
}
