import { openApi } from '#lib/contract/system.ts'
import { accept } from '#lib/domain/result.ts'
import { describeApi } from '#lib/server/http/openapi.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'

export const GET = serve(openApi, () => Promise.resolve(accept(describeApi())))
export const ALL = onlyMethods('GET')
