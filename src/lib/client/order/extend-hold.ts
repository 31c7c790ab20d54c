import { call, type CallResult } from '#lib/client/http/call.ts'
import { $hold, startTimer } from './timer.ts'

/** Refusals after which there is nothing to extend any more; after any other failure, as a lost connection, it may be tried again. */
const FINAL: readonly string[] = ['EXTENSION_USED', 'HOLD_EXPIRED']

/** Adds five minutes, once in all. */
export async function extendHold(): Promise<CallResult<unknown>> {
  const hold = $hold.get()
  if (!hold) return { ok: false, refusal: { code: 'HOLD_EXPIRED', message: '', status: 0 } }
  const answer = await call('extendHold', { params: { presentationId: hold.presentationId }, body: {} })
  if (answer.ok) startTimer(hold.presentationId, answer.value.timer[String(hold.presentationId)])
  else if (FINAL.includes(answer.refusal.code)) $hold.set({ ...($hold.get() ?? hold), canExtend: false })
  return answer
}
