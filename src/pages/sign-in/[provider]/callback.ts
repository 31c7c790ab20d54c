import { finishSocialSignIn } from '#lib/server/customers/sign-in/social.ts'
import { answerSignIn, signingInOf } from './_sign-in.ts'
import type { APIRoute } from 'astro'

/** The return address of an external account's sign-in. */
export const GET: APIRoute = async (context) => {
  const asked = signingInOf(context)
  if (!asked) return context.rewrite('/404')
  return answerSignIn(context, await finishSocialSignIn(asked, context.params.provider ?? '', context.url.search))
}
