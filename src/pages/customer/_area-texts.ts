import type { Locale } from '#lib/text/locales.ts'
import { textsFor } from '#lib/text/text.ts'
import type { Texts } from '#lib/text/translate.ts'

/** Texts used by each part's island; a page sends only these. */
const KEYS = {
  desk: /^area\.(cancel\.|resen|offline$)|^common\.(working|close)$/,
  details: /^area\.(label_|contact|mobileByOffice|save|notSaved|code|prove|offline|signInAgain)|^form\.|^common\.(working|close)$/,
  consents: /^area\.consent|^area\.(offline|notSaved)$/,
  password: /^area\.(password|signInAgain|offline)|^common\.working$/,
  devices: /^area\.(device|by_|signInAgain|offline)|^common\.working$/,
  deletion: /^area\.(deletion|signInAgain|offline)|^common\.working$/,
} as const

export function areaTexts(locale: Locale, part: keyof typeof KEYS): Texts {
  const all = textsFor(locale, ['common', 'area', 'form'])
  return Object.fromEntries(Object.entries(all).filter(([key]) => KEYS[part].test(key)))
}
