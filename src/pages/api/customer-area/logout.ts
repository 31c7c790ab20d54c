import { areaLogout } from '#lib/contract/area/sign-in.ts'
import { accept } from '#lib/domain/result.ts'
import { signOut } from '#lib/server/customers/session/customer-session.ts'
import { sayNext } from '#lib/server/platform/http/say-next.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(areaLogout, async (asked) => {
  await signOut({ cookies: asked.context.cookies, visitor: writer(asked) }, 'area', asked.source.caller)
  sayNext(asked.context.cookies, 'signedOut')
  return accept({ success: true })
})
export const ALL = onlyMethods('POST')
