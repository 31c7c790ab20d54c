import { myData } from '#lib/contract/area/customers.ts'
import { accept } from '#lib/domain/result.ts'
import { areaCallerOf } from '#lib/server/customers/area/area-answer.ts'
import { dataFileOf } from '#lib/server/customers/area/customer-data-file.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  myData,
  async (asked) => {
    const by = await areaCallerOf(asked)
    return by.ok ? accept(await dataFileOf(by.value)) : by
  },
  'write',
)
export const ALL = onlyMethods('GET')
