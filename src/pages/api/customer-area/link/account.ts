import { peekLink as contract } from '#lib/contract/area/sign-in.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { peekLink } from '#lib/server/customers/sign-in/sign-in-link-peek.ts'

export const POST = serve(contract, (asked) => peekLink(asked, asked.body.jwtToken))
export const ALL = onlyMethods('POST')
