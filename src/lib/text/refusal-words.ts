import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { Refusal } from '#lib/domain/result.ts'
import type { Translate } from './translate.ts'

/** Refusals that say more where they know more: the fact that each needs for it. Their text is `errors.CODE_fact`. */
const EXACT: Partial<Readonly<Record<RefusalCode, string>>> = { NOT_ACTIVE: 'from', PARTIAL_REDEMPTION_NOT_ALLOWED: 'missing' }

/** The words of a refusal, such as from when a voucher pays if that is known, else that it does not pay. */
export function refusalWords(t: Translate, { code, facts = {} }: Refusal): string {
  const fact = EXACT[code]
  return t(fact !== undefined && fact in facts ? `errors.${code}_${fact}` : `errors.${code}`, facts)
}
