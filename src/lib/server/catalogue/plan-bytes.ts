import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { editionOf, planIn } from '#lib/domain/catalogue/plan-words.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import type { Locale } from '#lib/text/locales.ts'
import { seatplanAnswer, type LoadedPlan } from './seatplans.ts'

type Form = 'packed' | 'wire'

/** A version of a plan never changes, so it is compressed once at the highest quality. */
const QUALITY = 11
const made = new WeakMap<LoadedPlan, Record<string, ReadyBytes>>()

/** The body of a plan's answer in a language: packed for our own map, or in the call's format (spec §7). */
export function planBytes(plan: LoadedPlan, form: Form, locale: Locale): ReadyBytes {
  const known = made.get(plan) ?? {}
  made.set(plan, known)
  const shown = planIn(plan, locale)
  const body = () => JSON.stringify(form === 'packed' ? packPlan(shown) : { seatplan: seatplanAnswer(shown) })
  return (known[`${editionOf(plan, locale)}.${form}`] ??= new ReadyBytes(body(), QUALITY))
}
