import { extendHold, getTimer } from '#lib/contract/show/presentations.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { extendHolds, holdTimer } from '#lib/server/seats/claims/holds.ts'
import { onlyMethods, serve, writer } from '#lib/server/calls/serve.ts'

async function timerOf(presentationId: number, uuid: string | undefined) {
  const timer = await holdTimer(presentationId, uuid)
  return timer ? accept({ timer: { [presentationId]: timer } }) : refuse('NOT_FOUND')
}

export const GET = serve(getTimer, ({ params, visitor }) => timerOf(params.presentationId, visitor?.uuid))

export const POST = serve(extendHold, async (asked) => {
  const { uuid } = writer(asked)
  const before = await timerOf(asked.params.presentationId, uuid)
  if (!before.ok) return before
  const extended = await extendHolds(uuid)
  return extended.ok ? timerOf(asked.params.presentationId, uuid) : extended
})
export const ALL = onlyMethods('GET', 'POST')
