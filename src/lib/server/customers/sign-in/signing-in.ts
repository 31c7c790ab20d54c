import type { APIContext } from 'astro'
import type { Locale } from '#lib/text/locales.ts'
import { signIn, type SignIn } from '#lib/server/customers/session/customer-session.ts'
import type { Result } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** The context of a sign-in, from a call or a page. */
export interface SigningIn {
  readonly visitor: Visitor
  readonly context: Pick<APIContext, 'cookies'>
  readonly request: Request
  readonly source: { readonly caller: string | null }
  readonly locale: Locale
}

/** Signs a customer in to the order and the personal area, in the proof's transaction. Refusals: those of signIn. */
export function signInProved(client: Queryable, asked: SigningIn, proved: Pick<SignIn, 'customerId' | 'by'>): Promise<Result<null>> {
  const { context, visitor, request, source } = asked
  const userAgent = request.headers.get('user-agent') ?? ''
  return signIn(client, { cookies: context.cookies, visitor }, { ...proved, reach: 'area', userAgent, caller: source.caller })
}
