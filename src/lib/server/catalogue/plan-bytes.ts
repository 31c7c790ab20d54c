import { packPlan } from '#lib/domain/seating/plan/pack-plan.ts'
import { ReadyBytes } from '#lib/server/platform/http/answers/ready-bytes.ts'
import { seatplanAnswer, type LoadedPlan } from './seatplans.ts'

type Form = 'packed' | 'wire'

/** A plan never changes under its version: it is compressed once, as small as it gets. */
const QUALITY = 11
const made = new WeakMap<LoadedPlan, Partial<Record<Form, ReadyBytes>>>()

/** The body of a plan's answer: packed for our own map, or as the call has it (spec §7). */
export function planBytes(plan: LoadedPlan, form: Form): ReadyBytes {
  const known = made.get(plan) ?? {}
  made.set(plan, known)
  return (known[form] ??= new ReadyBytes(JSON.stringify(form === 'packed' ? packPlan(plan) : { seatplan: seatplanAnswer(plan) }), QUALITY))
}
