import i18next, { type i18n } from 'i18next'
import { NAMESPACES, type Namespace } from './catalogues.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales.ts'
import { BUSINESS_NAMESPACES, textOverrides, wordedBusinesses, wordedTexts, type TextOverride } from './overrides.ts'
import { countOf, isolatedIn, type Texts, type Translate } from './translate.ts'

/**
 * The server's texts, through i18next. Its current language is global to the process and never changed: every caller gets a function bound to its locale.
 * Browsers get the same texts through `textsFor` and use translate.ts.
 * @param businessId the business of the orders concerned, if known, which may have overrides
 */
export function textOf(locale: Locale, businessId?: number): Translate {
  const fixed = ready().getFixedT(locale)
  const own = businessId !== undefined && wordedBusinesses().includes(businessId) ? businessId : undefined
  return (key, values = {}) => {
    const count = countOf(values)
    return fixed(namespaced(key, own), { ...isolatedIn(locale, values), ...(count !== undefined && { count }) })
  }
}

/** The texts of some namespaces as one flat record for an island, with keys `namespace.key`; `businessId` as in `textOf`. */
export function textsFor(locale: Locale, namespaces: readonly Namespace[], businessId?: number): Texts {
  return Object.fromEntries(
    namespaces.flatMap((namespace) =>
      Object.entries(wordedTexts(locale, namespace, businessId)).map(([key, text]) => [`${namespace}.${key}`, text]),
    ),
  )
}

/** A text about seats has a twin with this prefix for tickets without seats. */
const TWIN = /^(\w+\.)ga_/

/** Replaces texts about seats by their twins, for pages without numbered places. */
export function inTickets(texts: Texts): Texts {
  const twins = Object.entries(texts).filter(([key]) => TWIN.test(key))
  return { ...texts, ...Object.fromEntries(twins.map(([key, text]) => [key.replace(TWIN, '$1'), text])) }
}

/** `order.timer` is key `timer` of namespace `order`, or of a business's version of that namespace. */
function namespaced(key: string, businessId: number | undefined): string {
  const [namespace = ''] = key.split('.', 1)
  const isOwn = businessId !== undefined && BUSINESS_NAMESPACES.some((one) => one === namespace)
  return `${isOwn ? businessNamespace(namespace, businessId) : namespace}:${key.slice(namespace.length + 1)}`
}

function businessNamespace(namespace: string, businessId: number): string {
  return `${namespace}@${String(businessId)}`
}

/** i18next with the current overrides. A separate instance, because the package's own is initialised again as pages load. */
let speaker: { readonly i18n: i18n; readonly words: readonly TextOverride[] } | undefined

function ready(): i18n {
  if (speaker?.words !== textOverrides()) speaker = { i18n: newSpeaker(), words: textOverrides() }
  return speaker.i18n
}

function newSpeaker(): i18n {
  const instance = i18next.createInstance()
  void instance.init({
    resources: Object.fromEntries(LOCALES.map((locale) => [locale, namespacesOf(locale)])),
    lng: DEFAULT_LOCALE,
    fallbackLng: DEFAULT_LOCALE,
    supportedLngs: [...LOCALES],
    initImmediate: false,
    keySeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false }, // pages and React escape; set once, since i18next recompiles its patterns if a call sets it
  })
  return instance
}

function namespacesOf(locale: Locale): Record<string, Texts> {
  const ofShop = NAMESPACES.map((namespace) => [namespace, wordedTexts(locale, namespace)] as const)
  const ofBusinesses = wordedBusinesses().flatMap((id) =>
    BUSINESS_NAMESPACES.map((namespace) => [businessNamespace(namespace, id), wordedTexts(locale, namespace, id)] as const),
  )
  return Object.fromEntries([...ofShop, ...ofBusinesses])
}
