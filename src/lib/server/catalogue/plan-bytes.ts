import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import { seatplanAnswer, type LoadedPlan } from './seatplans.ts'

type Form = 'packed' | 'wire'

/** A version of a plan never changes, so it is compressed once at the highest quality. */
const QUALITY = 11
const made = new WeakMap<LoadedPlan, Partial<Record<Form, ReadyBytes>>>()

/** The body of a plan's answer: packed for our own map, or in the call's format (spec §7). */
export function planBytes(plan: LoadedPlan, form: Form): ReadyBytes {
  const known = made.get(plan) ?? {}
  made.set(plan, known)
  return (known[form] ??= new ReadyBytes(JSON.stringify(form === 'packed' ? packPlan(plan) : { seatplan: seatplanAnswer(plan) }), QUALITY))
}
