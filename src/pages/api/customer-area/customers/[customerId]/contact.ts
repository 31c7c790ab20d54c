import { confirmContact } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { areaAnswerOf, namedCallerOf } from '#lib/server/customers/area/area-answer.ts'
import { confirmNewContact } from '#lib/server/customers/account/customer-details.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const POST = serve(confirmContact, async (asked) => {
  const by = await namedCallerOf(asked, asked.params.customerId)
  if (!by.ok) return by
  const confirmed = await confirmNewContact(by.value, asked.body.smsCode)
  return confirmed.ok ? accept(await areaAnswerOf(asked, by.value.customer)) : confirmed
})
export const ALL = onlyMethods('POST')
