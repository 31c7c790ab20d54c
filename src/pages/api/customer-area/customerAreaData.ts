import { customerAreaData } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { areaAnswerOf, areaCallerOf } from '#lib/server/customers/area/area-answer.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'
import { redeemLink } from '#lib/server/customers/sign-in/sign-in-link-redeem.ts'

export const GET = serve(customerAreaData, async (asked) => {
  const token = asked.query.jwtToken
  if (token !== undefined) {
    const link = await redeemLink(asked, token)
    if (!link.ok) return link
    return accept(await areaAnswerOf(asked, { customerId: link.value.customerId, signedInBy: 'link', isFresh: true }))
  }
  const by = await areaCallerOf(asked)
  return by.ok ? accept(await areaAnswerOf(asked, by.value.customer)) : by
})
export const ALL = onlyMethods('GET')
