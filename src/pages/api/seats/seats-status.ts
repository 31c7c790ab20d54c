import { getSeatsStatus } from '#lib/contract/show/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { boardFor } from '#lib/server/seats/board/seat-board.ts'
import { statusAnswer } from '#lib/server/seats/board/seat-status-answer.ts'
import { onlyMethods, serve } from '#lib/server/calls/serve.ts'

export const GET = serve(
  getSeatsStatus,
  async ({ query, request, visitor, holder }) => {
    if (!(await verifyCaptcha(query.recaptchaToken, 'seats', holder, 'show'))) return refuse('invalid_captcha')
    const board = await boardFor(query.presentationId, visitor?.uuid)
    return board ? accept(await statusAnswer(request, board, visitor?.uuid, query)) : refuse('NOT_FOUND')
  },
  'status',
)
export const ALL = onlyMethods('GET')
