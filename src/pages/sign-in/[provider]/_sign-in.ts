import type { APIContext } from 'astro'
import type { Result } from '#lib/domain/result.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import type { SigningIn } from '#lib/server/customers/sign-in/signing-in.ts'

/** undefined if the page has no visitor. */
export function signingInOf(context: APIContext): SigningIn | undefined {
  const { request, locals, clientAddress } = context
  return locals.visitor && { visitor: locals.visitor, context, request, source: sourceOf(request, clientAddress), locale: locals.locale }
}

/**
 * Redirects to the next address; failures lead to the personal area's sign-in, which shows them. Suppresses the referrer, which would leak the provider's code.
 */
export function answerSignIn(context: APIContext, went: Result<URL | string>): Response | Promise<Response> {
  if (!went.ok && went.refusal.code === 'NOT_FOUND') return context.rewrite('/404')
  const to = went.ok ? String(went.value) : '/customer?signIn=SOCIAL_FAILED'
  return new Response(null, { status: 303, headers: { Location: to, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } })
}
