import type { Refusal } from '#lib/domain/result.ts'
import type { Translate } from './translate.ts'

/** The words of a refusal. One that knows more than its code, such as from when a voucher pays, has a text of its own: `NOT_ACTIVE_from`. */
export function refusalWords(t: Translate, { code, facts = {} }: Refusal): string {
  const exact = Object.keys(facts).map((fact) => `errors.${code}_${fact}`)
  const known = exact.find((key) => t(key) !== key)
  return t(known ?? `errors.${code}`, facts)
}
