import { setPassword } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'
import { setPasswordOf } from '#lib/server/customers/sign-in/set-password.ts'

export const PUT = serve(setPassword, async ({ body: { password }, source: { caller }, locale, ...asked }) => {
  const done = await setPasswordOf(writer(asked), { password, caller, locale })
  return done.ok ? accept({ success: true }) : done
})
export const ALL = onlyMethods('PUT')
