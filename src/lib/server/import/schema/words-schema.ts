import { z } from 'zod'
import { LOCALES } from '#lib/text/locales.ts'

/** Words of the catalogue file in other languages than Hebrew, which stands in the fields themselves. */

const OTHERS = LOCALES.filter((locale) => locale !== 'he')

/** A text in another language: not empty, because what is missing is left out. */
export const word = z.string().trim().min(1).max(20_000)

/** Some of the fields again, in each other language: an unknown language or an empty word is refused. */
export function wordsOf<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .partialRecord(z.enum(OTHERS), z.strictObject(fields).partial())
    .nullish()
    .describe('The same words in en, ru and ar. What is left out is shown in Hebrew.')
}
