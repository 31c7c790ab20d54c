import { setConsents } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { areaAnswerOf, areaCallerOf } from '#lib/server/customers/area/area-answer.ts'
import { saveConsents } from '#lib/server/customers/account/customer-consents.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const PUT = serve(setConsents, async (asked) => {
  const by = await areaCallerOf(asked)
  if (!by.ok) return by
  await saveConsents(by.value, asked.body)
  return accept(await areaAnswerOf(asked, by.value.customer))
})
export const ALL = onlyMethods('PUT')
