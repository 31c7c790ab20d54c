import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import type { LinkAccount } from '#lib/contract/area/sign-in.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { callArea } from '#lib/client/http/area-call.ts'
import { openArea } from './sign-in.ts'
import { $step, $way, noteFailure } from './sign-in-state.ts'

const TOKEN = /^#jwtToken=(.+)$/

/** Whether the address has the token of a sign-in link, and not a place of the page. */
export function hasToken(): boolean {
  return TOKEN.test(location.hash)
}

/** The token of a sign-in link. It leaves the address bar at once, so that neither a copied address nor the history holds it. */
export function takeToken(): string | null {
  const [, token = null] = TOKEN.exec(location.hash) ?? []
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** A link that was opened and not used yet, and whose account it opens. */
export interface OpenedLink {
  readonly token: string
  readonly account: LinkAccount
}

/** Looks whose a link is. A failure opens the login form, as of signing in by it, and yields null. */
export async function peekLink(jwtToken: string): Promise<OpenedLink | null> {
  const answer = await callArea('peekLink', { body: { jwtToken } })
  return answer.ok ? { token: jwtToken, account: answer.value } : failLink(answer.refusal)
}

/** Signs in by a link. A failure opens the login form (spec §8), where a new link can be asked for, and yields null. */
export async function redeemLink(jwtToken: string): Promise<CustomerAreaInfo | null> {
  const answer = await callArea('customerAreaData', { query: { jwtToken } })
  return answer.ok ? openArea(answer.value.customerAreaInfo) : failLink(answer.refusal)
}

function failLink(refusal: CallRefusal): null {
  $way.set('link')
  $step.set('login')
  return noteFailure(refusal, null)
}
