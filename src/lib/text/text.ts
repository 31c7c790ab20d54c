import i18next from 'i18next'
import { RESOURCES, type Namespace } from './catalogues.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales.ts'
import type { Texts, Translate } from './translate.ts'

/**
 * The server's texts, through i18next. Its current language is global to the process, so it is never changed: every caller gets a function
 * fixed to its locale. Browsers get the same texts by `textsFor` and use translate.ts.
 */
export function textOf(locale: Locale): Translate {
  const fixed = ready().getFixedT(locale)
  return (key, values) => fixed(namespaced(key), { ...values })
}

/** The texts of some namespaces as one flat record for an island, keys spelt `namespace.key`. */
export function textsFor(locale: Locale, namespaces: readonly Namespace[]): Texts {
  return Object.fromEntries(
    namespaces.flatMap((namespace) => Object.entries(RESOURCES[locale][namespace]).map(([key, text]) => [`${namespace}.${key}`, text])),
  )
}

/** `order.timer` is key `timer` of namespace `order`. */
function namespaced(key: string): string {
  return key.replace('.', ':')
}

function ready(): typeof i18next {
  if (!i18next.isInitialized) {
    void i18next.init({
      resources: RESOURCES,
      lng: DEFAULT_LOCALE,
      fallbackLng: DEFAULT_LOCALE,
      supportedLngs: [...LOCALES],
      initImmediate: false,
      keySeparator: false,
      returnNull: false,
      interpolation: { escapeValue: false }, // pages and React escape; given once, since i18next recompiles its patterns when a call brings it
    })
  }
  return i18next
}
