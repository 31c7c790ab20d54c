import type { CallResult } from './call.ts'
import type { CaptchaAction, Use } from './captcha-passes.ts'

/**
 * The visitor's side of the human check: where the page says that it is demanded, a pass is earned in the background and travels as recaptchaToken. What earns
 * and keeps passes is only loaded there.
 */

/** Calls with a token of the human check, and once more with a new one where the pass was used up, for example by another tab. */
export async function withPass<T>(
  action: CaptchaAction,
  ask: (recaptchaToken: string | undefined) => Promise<CallResult<T>>,
  use: Use = 'spend',
): Promise<CallResult<T>> {
  const passes = await loadPasses()
  return passes ? passes.withPass(action, ask, use) : ask(undefined)
}

/** Undefined where no token is demanded or none could be had: then the server's refusal tells what to do. */
export async function captchaToken(action: CaptchaAction, use: Use = 'spend'): Promise<string | undefined> {
  return (await loadPasses())?.captchaToken(action, use)
}

async function loadPasses(): Promise<typeof import('./captcha-passes.ts') | undefined> {
  if (document.querySelector('meta[name="captcha"]') === null) return undefined
  return import('./captcha-passes.ts').catch(() => undefined)
}
