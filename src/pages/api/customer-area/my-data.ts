import { myData } from '#lib/contract/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { areaCallerOf } from '#lib/server/customers/area-answer.ts'
import { dataFileOf } from '#lib/server/customers/customer-data-file.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'

export const GET = serve(
  myData,
  async (asked) => {
    const by = await areaCallerOf(asked)
    return by.ok ? accept(await dataFileOf(by.value)) : by
  },
  'write',
)
export const ALL = onlyMethods('GET')
