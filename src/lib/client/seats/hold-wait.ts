import { atom } from 'nanostores'
import { call } from '#lib/client/http/call.ts'

/** When the visitor whose hold ran out may choose here again, on the clock of `Date`; in the past where there is nothing to wait for. */
export const $waitUntil = atom(0)

/** Takes over what the server says of the wait: its seconds count from now. */
export function waitFor(seconds: number): void {
  $waitUntil.set(Date.now() + seconds * 1000)
}

/** Asks the server how long the wait still is. */
export async function askWait(presentationId: number): Promise<void> {
  const answer = await call('getTimer', { params: { presentationId } })
  if (answer.ok) waitFor(answer.value.timer[String(presentationId)]?.waitInSeconds ?? 0)
}

export function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
