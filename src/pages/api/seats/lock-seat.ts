import { lockSeat } from '#lib/contract/seats.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha.ts'
import { lock } from '#lib/server/seats.ts'
import { onlyMethods, serve, writer } from '#lib/server/serve.ts'

export const PUT = serve(lockSeat, async (asked) => {
  const { uuid } = writer(asked)
  if (!(await verifyCaptcha(asked.body.recaptchaToken, 'seats', uuid))) return refuse('invalid_captcha')
  const locked = await lock(asked.body.seat, { uuid, network: null })
  return locked.ok ? accept({ lockedSeat: locked.value }) : locked
})
export const ALL = onlyMethods('PUT')
