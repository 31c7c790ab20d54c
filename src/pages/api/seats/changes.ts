import { watchSeats } from '#lib/contract/show/seats.ts'
import { refuse } from '#lib/domain/result.ts'
import { showCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { watchBoard } from '#lib/server/seats/board/seat-watch.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  watchSeats,
  async ({ query, request, visitor, holder, source }) => {
    if (!(await showCaptcha(query.recaptchaToken, 'seats', holder))) return refuse('invalid_captcha')
    const since = request.headers.get('last-event-id') ?? query.since
    return watchBoard(query.presentationId, { visitor, caller: source.caller, since, gone: request.signal })
  },
  'status',
)
export const ALL = onlyMethods('GET')
