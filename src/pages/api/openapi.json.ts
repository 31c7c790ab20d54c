import { createHash } from 'node:crypto'
import { openApi } from '#lib/contract/system.ts'
import { accept } from '#lib/domain/result.ts'
import { describeApi } from '#lib/server/http/openapi.ts'
import { readyAnswer } from '#lib/server/http/ready-answer.ts'
import { ReadyBytes } from '#lib/server/http/ready-bytes.ts'
import { onlyMethods, serve } from '#lib/server/http/serve.ts'

let written: { readonly bytes: ReadyBytes; readonly tag: string } | undefined

/** Written once: it takes longer than most calls that it describes. */
function theDocument(): { readonly bytes: ReadyBytes; readonly tag: string } {
  if (written) return written
  const text = JSON.stringify(describeApi())
  written = { bytes: new ReadyBytes(text, 9), tag: createHash('sha256').update(text).digest('base64url').slice(0, 16) }
  return written
}

export const GET = serve(openApi, async ({ request }) => {
  const { bytes, tag } = theDocument()
  return accept(
    await readyAnswer(request, { body: () => bytes, type: 'application/json; charset=utf-8', tag, cacheControl: 'public, no-cache' }),
  )
})
export const ALL = onlyMethods('GET')
