import { orderLogout } from '#lib/contract/area/sign-in.ts'
import { accept } from '#lib/domain/result.ts'
import { signOut } from '#lib/server/customers/session/customer-session.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

export const POST = serve(orderLogout, async (asked) => {
  await signOut({ cookies: asked.context.cookies, visitor: writer(asked) }, 'order', asked.source.caller)
  return accept({ success: true })
})
export const ALL = onlyMethods('POST')
