import { RESOURCES, type Namespace } from './catalogues.ts'
import type { Locale } from './locales.ts'
import type { Texts } from './translate.ts'

/** A text that a venue overrides (spec §1). */
export interface TextOverride {
  readonly locale: Locale
  readonly namespace: Namespace
  /** The business whose orders use it; undefined: the whole shop. */
  readonly businessId: number | undefined
  readonly texts: Texts
}

/** Namespaces that a single business may override: the pages of its orders, refusals, and what is said of donations. */
export const BUSINESS_NAMESPACES: readonly Namespace[] = ['order', 'seats', 'checkout', 'form', 'errors', 'donation']

let current: readonly TextOverride[] = []

/** Replaces all previous overrides. */
export function overrideTexts(overrides: readonly TextOverride[]): void {
  current = overrides
}

export function textOverrides(): readonly TextOverride[] {
  return current
}

/** The businesses with overrides. */
export function wordedBusinesses(): readonly number[] {
  return [...new Set(textOverrides().flatMap(({ businessId }) => businessId ?? []))]
}

/** A namespace with the shop's overrides and, over them, a business's. */
export function wordedTexts(locale: Locale, namespace: Namespace, businessId?: number): Texts {
  const own = textOverrides().filter((one) => one.locale === locale && one.namespace === namespace)
  const textsOf = (id: number | undefined): readonly Texts[] => own.filter((one) => one.businessId === id).map(({ texts }) => texts)
  const layers = [...textsOf(undefined), ...(businessId === undefined ? [] : textsOf(businessId))]
  return layers.reduce<Texts>((texts, layer) => ({ ...texts, ...inAllForms(texts, layer) }), RESOURCES[locale][namespace])
}

/** An override of a counted key without a form applies to all its forms. */
function inAllForms(texts: Texts, layer: Texts): Texts {
  return Object.fromEntries(
    Object.entries(layer).flatMap(([key, text]) => {
      const forms = key in texts ? [] : Object.keys(texts).filter((one) => PLURAL.test(one) && one.replace(PLURAL, '') === key)
      return (forms.length > 0 ? forms : [key]).map((one) => [one, text] as const)
    }),
  )
}

/** Why a text cannot override the catalogue's; undefined if it can. Both must have the same {{values}}. */
export function overrideProblem(
  { locale, namespace }: Pick<TextOverride, 'locale' | 'namespace'>,
  key: string,
  text: string,
): string | undefined {
  const replaced = RESOURCES[locale][namespace][key] ?? RESOURCES[locale][namespace][`${key}_other`]
  if (replaced === undefined) return `${key}: the catalogue has no such text`
  const [has, needs] = [valuesIn(text), valuesIn(replaced)]
  const missing = needs.filter((value) => !has.includes(value))
  const unknown = has.filter((value) => !needs.includes(value) && !(value === 'count' && PLURAL.test(key)))
  if (missing.length > 0) return `${key}: ${inBraces(missing)} is missing`
  return unknown.length > 0 ? `${key}: ${inBraces(unknown)} is not known here` : undefined
}

const PLURAL = /_(zero|one|two|few|many|other)$/

function valuesIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1] ?? '')
}

function inBraces(values: readonly string[]): string {
  return [...new Set(values)].map((value) => `{{${value}}}`).join(', ')
}
