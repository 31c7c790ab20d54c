import i18next, { type i18n } from 'i18next'
import { NAMESPACES, type Namespace } from './catalogues.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locales.ts'
import { BUSINESS_NAMESPACES, textOverrides, wordedBusinesses, wordedTexts, type TextOverride } from './overrides.ts'
import { countOf, isolated, type Texts, type TextValues, type Translate } from './translate.ts'

/**
 * The server's texts, through i18next. Its current language is global to the process and never changed: every caller gets a function bound to its locale.
 * Each text is looked up once in each of its forms and is a function from then on. Browsers get the same texts through `textsFor` and use translate.ts.
 * @param businessId the business of the orders concerned, if known, which may have overrides
 */
export function textOf(locale: Locale, businessId?: number): Translate {
  const own = businessId !== undefined && wordedBusinesses().includes(businessId) ? businessId : undefined
  const { i18n, spoken } = ready()
  const name = `${locale}@${String(own)}`
  const known = spoken.get(name) ?? newTranslate(i18n, locale, own)
  spoken.set(name, known)
  return known
}

function newTranslate(i18n: i18n, locale: Locale, own: number | undefined): Translate {
  const fixed = i18n.getFixedT(locale)
  const rules = new Intl.PluralRules(locale)
  const texts = new Map<string, (values: TextValues) => string>()
  return (key, values = {}) => {
    const count = countOf(values)
    const form = count === undefined ? key : `${key} ${count === 0 ? 'zero' : rules.select(count)}`
    const known =
      texts.get(form) ?? compile(locale, fixed(namespaced(key, own), { skipInterpolation: true, ...(count !== undefined && { count }) }))
    texts.set(form, known)
    return known(values)
  }
}

/** A text as a function of its {{values}}; one that is not given stays as it is, so that it is noticed. */
function compile(locale: Locale, text: string): (values: TextValues) => string {
  const [first = '', ...rest] = text.split(/\{\{\s*(\w+)\s*\}\}/)
  if (rest.length === 0) return () => first
  return (values) => {
    let filled = first
    for (let at = 0; at < rest.length; at += 2) {
      const name = rest[at] ?? ''
      filled += isolated(locale, values[name] ?? `{{${name}}}`) + (rest[at + 1] ?? '')
    }
    return filled
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
let speaker: Speaker | undefined

interface Speaker {
  readonly i18n: i18n
  readonly words: readonly TextOverride[]
  /** By locale and business. */
  readonly spoken: Map<string, Translate>
}

function ready(): Speaker {
  if (speaker?.words !== textOverrides()) speaker = { i18n: newSpeaker(), words: textOverrides(), spoken: new Map() }
  return speaker
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
