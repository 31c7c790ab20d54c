import { beginSocialSignIn } from '#lib/server/customers/sign-in/social.ts'
import { answerSignIn, signingInOf } from './_sign-in.ts'
import type { APIRoute } from 'astro'

/** Redirects to an external account's sign-in. `return` is our path to come back to. */
export const GET: APIRoute = async (context) => {
  const asked = signingInOf(context)
  if (!asked) return context.rewrite('/404')
  const begun = await beginSocialSignIn(asked, context.params.provider ?? '', context.url.searchParams.get('return'))
  return answerSignIn(context, begun)
}
