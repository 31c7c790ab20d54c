import i18next from 'i18next'
import { NAMESPACES, RESOURCES, type Namespace } from './catalogues.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales.ts'
import { BUSINESS_NAMESPACES, textOverrides, wordedBusinesses, wordedTexts } from './overrides.ts'
import type { Texts, Translate } from './translate.ts'

/**
 * The server's texts, through i18next. Its current language is global to the process, so it is never changed: every caller gets a function
 * fixed to its locale. Browsers get the same texts by `textsFor` and use translate.ts.
 * @param businessId whose orders it speaks of, where that is known: a business may word its texts itself.
 */
export function textOf(locale: Locale, businessId?: number): Translate {
  const fixed = ready().getFixedT(locale)
  const own = businessId !== undefined && wordedBusinesses().includes(businessId) ? businessId : undefined
  return (key, values) => fixed(namespaced(key, own), { ...values })
}

/** The texts of some namespaces as one flat record for an island, keys spelt `namespace.key`; of a business as `textOf`. */
export function textsFor(locale: Locale, namespaces: readonly Namespace[], businessId?: number): Texts {
  return Object.fromEntries(
    namespaces.flatMap((namespace) =>
      Object.entries(wordedTexts(locale, namespace, businessId)).map(([key, text]) => [`${namespace}.${key}`, text]),
    ),
  )
}

/** `order.timer` is key `timer` of namespace `order`, or of that namespace as a business words it. */
function namespaced(key: string, businessId: number | undefined): string {
  const [namespace = ''] = key.split('.', 1)
  const isOwn = businessId !== undefined && BUSINESS_NAMESPACES.some((one) => one === namespace)
  return `${isOwn ? businessNamespace(namespace, businessId) : namespace}:${key.slice(namespace.length + 1)}`
}

function businessNamespace(namespace: string, businessId: number): string {
  return `${namespace}@${String(businessId)}`
}

/** What i18next has been told of. */
let worded = textOverrides()

function ready(): typeof i18next {
  if (!i18next.isInitialized) {
    void i18next.init({
      resources: Object.fromEntries(LOCALES.map((locale) => [locale, { ...RESOURCES[locale] }])),
      lng: DEFAULT_LOCALE,
      fallbackLng: DEFAULT_LOCALE,
      supportedLngs: [...LOCALES],
      initImmediate: false,
      keySeparator: false,
      returnNull: false,
      interpolation: { escapeValue: false }, // pages and React escape; given once, since i18next recompiles its patterns when a call brings it
    })
  }
  if (worded !== textOverrides()) wordAnew()
  return i18next
}

function wordAnew(): void {
  for (const locale of LOCALES) {
    for (const namespace of NAMESPACES) i18next.addResourceBundle(locale, namespace, wordedTexts(locale, namespace))
    for (const id of wordedBusinesses()) {
      for (const namespace of BUSINESS_NAMESPACES)
        i18next.addResourceBundle(locale, businessNamespace(namespace, id), wordedTexts(locale, namespace, id))
    }
  }
  worded = textOverrides()
}
