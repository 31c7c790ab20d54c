import { captchaChallenge, captchaPass } from '#lib/contract/system.ts'
import { call } from './call.ts'

type Action = 'seats' | 'payment' | 'login' | 'codes'

/** Passes are good for several calls; one that is used up is replaced after its refusal. */
const passes = new Map<Action, Promise<string | undefined>>()

/** The human-verification token of a call; undefined where the page was told that none is demanded. */
export function captchaToken(action: Action): Promise<string | undefined> {
  if (!isDemanded()) return Promise.resolve(undefined)
  const known = passes.get(action) ?? earnPass(action)
  passes.set(action, known)
  return known
}

/** Forgets a pass that was refused: the next call earns a new one. */
export function dropPass(action: Action): void {
  passes.delete(action)
}

function isDemanded(): boolean {
  return document.querySelector('meta[name="captcha"]') !== null
}

async function earnPass(action: Action): Promise<string | undefined> {
  const challenge = await call(captchaChallenge, { query: { action } })
  if (!challenge.ok) return undefined
  const { solve } = await import('./captcha-solve.ts')
  const payload = await solve(challenge.value)
  const earned = payload === undefined ? undefined : await call(captchaPass, { body: { action, payload } })
  return earned?.ok ? earned.value.pass : undefined
}
