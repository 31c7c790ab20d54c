import type { CustomerAreaInfo } from '#lib/contract/customers.ts'
import { call } from './call.ts'
import { openArea } from './sign-in.ts'
import { $step, $way, noteFailure } from './sign-in-state.ts'

const TOKEN = /^#jwtToken=(.+)$/

/** The token of a sign-in link. It leaves the address bar at once, so that neither a copied address nor the history holds it. */
export function takeToken(): string | null {
  const [, token = null] = TOKEN.exec(location.hash) ?? []
  if (token !== null) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** Signs in by a link. A failure opens the login form (spec §8), where a new link can be asked for, and yields null. */
export async function redeemLink(jwtToken: string): Promise<CustomerAreaInfo | null> {
  const answer = await call('customerAreaData', { query: { jwtToken } })
  if (answer.ok) return openArea(answer.value.customerAreaInfo)
  $way.set('link')
  $step.set('login')
  return noteFailure(answer.refusal, null)
}
