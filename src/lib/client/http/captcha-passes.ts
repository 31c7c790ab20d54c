import { call, type CallResult } from './call.ts'

/** What a visitor does that may demand a pass. */
export type CaptchaAction = 'seats' | 'payment' | 'login' | 'codes' | 'waitList'

/** Looking at seats only shows the pass and takes no use of it; everything else spends one. */
export type Use = 'spend' | 'show'

/** A pass of the human check, for which a challenge was solved in the background. */
interface Pass {
  readonly token: string
  readonly until: number
  usesLeft: number
}

/** A little less than what the server allows, so that a pass seldom ends in the middle of something. */
const USES: Readonly<Record<CaptchaAction, number>> = { seats: 55, payment: 9, codes: 4, login: 1, waitList: 1 }
const LIFE = 9 * 60_000

const passes = new Map<CaptchaAction, Promise<Pass | undefined>>()

/** How the check refuses; of look-ups of codes it has a name of its own (spec §8). */
const REFUSED: readonly string[] = ['invalid_captcha', 'captchaError']

/** Calls with a token of the human check, and once more with a new one where the pass was used up, for example by another tab. */
export async function withPass<T>(
  action: CaptchaAction,
  ask: (recaptchaToken: string | undefined) => Promise<CallResult<T>>,
  use: Use,
): Promise<CallResult<T>> {
  const token = await captchaToken(action, use)
  const answer = await ask(token)
  if (answer.ok || !REFUSED.includes(answer.refusal.code)) return answer
  await dropPass(action, token)
  return ask(await captchaToken(action, use))
}

/** Forgets a pass that was refused: the next call earns a new one. Calls that were refused together earn one together. */
async function dropPass(action: CaptchaAction, refused?: string): Promise<void> {
  const current = passes.get(action)
  const pass = await current
  if ((refused === undefined || pass?.token === refused) && passes.get(action) === current) passes.delete(action)
}

/** Undefined if none could be had: then the server's refusal tells what to do. */
export async function captchaToken(action: CaptchaAction, use: Use): Promise<string | undefined> {
  const pass = (await usable(action, use)) ?? (await renew(action))
  if (!pass) return undefined
  if (use === 'spend') pass.usesLeft--
  return pass.token
}

/** The pass at hand or on its way; one that is used up or too old is forgotten, unless another caller has replaced it already. */
async function usable(action: CaptchaAction, use: Use): Promise<Pass | undefined> {
  const current = passes.get(action)
  const pass = await current
  if (pass && (pass.usesLeft > 0 || use === 'show') && Date.now() < pass.until) return pass
  if (passes.get(action) === current) passes.delete(action)
  return undefined
}

/** Callers that find no pass at the same time wait for one and the same. Never throws: without the solver's module there is no pass either. */
async function renew(action: CaptchaAction): Promise<Pass | undefined> {
  const earning = passes.get(action) ?? earnPass(action).catch(() => undefined)
  passes.set(action, earning)
  return earning
}

async function earnPass(action: CaptchaAction): Promise<Pass | undefined> {
  const challenge = await call('captchaChallenge', { query: { action } })
  if (!challenge.ok) return undefined
  const { solve } = await import('./captcha-solve.ts')
  const payload = await solve(challenge.value)
  const earned = payload === undefined ? undefined : await call('captchaPass', { body: { action, payload } })
  return earned?.ok ? { token: earned.value.pass, until: Date.now() + LIFE, usesLeft: USES[action] } : undefined
}
