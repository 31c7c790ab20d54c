import { ltr } from '#lib/text/isolate.ts'
import { directionOf, type Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'

/** A text of the gift form in which the browser fills {{to}}, {{from}} and so on as they are typed; names and numbers are isolated already. */
export function liveWords(locale: Locale, key: string): string {
  const name = (field: string): string => (directionOf(locale) === 'ltr' ? `\u2068{{${field}}}\u2069` : `{{${field}}}`)
  return textOf(locale)(key, {
    ...{ to: name('to'), from: name('from'), voucher: name('voucher') },
    ...{ until: ltr('{{until}}'), link: ltr('{{link}}') },
  })
}
