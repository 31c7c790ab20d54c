import type { APIContext } from 'astro'
import type { Refusal } from '#lib/domain/result.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { acceptInvitation, guestOf, type Guest } from '#lib/server/staff/sign-in/accept-invitation.ts'
import { textOf } from '#lib/text/text.ts'
import { askOf, textIn } from './_door.ts'

type Context = Pick<APIContext, 'request' | 'locals' | 'cookies' | 'clientAddress'>

export interface InvitationPage {
  /** undefined: the link works no more. */
  readonly guest: Guest | undefined
  readonly problem?: string
  readonly status: number
}

/** Opens the page of an invitation, or takes its password. `goTo`: the password is set. Links that nobody has count as guesses. */
export async function openInvitation(context: Context, token: string): Promise<InvitationPage | { readonly goTo: string }> {
  const { request, locals } = context
  const guest = await guestOf(token)
  const refused = ({ code, facts }: Refusal): InvitationPage => ({
    guest: code === 'INVITATION_ENDED' ? undefined : guest,
    problem: textOf(locals.locale)(`errors.${code}`, facts),
    status: statusOf(code),
  })
  const ask = askOf(context)
  if (!guest) {
    const wait = await countCall('documentMiss', 'caller', ask.source.caller)
    return refused(wait === undefined ? { code: 'INVITATION_ENDED' } : { code: 'TOO_MANY_REQUESTS', facts: { seconds: wait } })
  }
  if (request.method !== 'POST') return { guest, status: 200 }
  if (isCrossSite(request)) return refused({ code: 'CROSS_SITE' })
  const sent = await readForm(request)
  const done = await acceptInvitation(ask, token, textIn(sent, 'password'))
  return done.ok ? { goTo: '/PRES-live' } : refused(done.refusal)
}
