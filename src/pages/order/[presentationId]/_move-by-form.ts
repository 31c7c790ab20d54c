import type { APIContext } from 'astro'
import { idText } from '#lib/contract/wire.ts'
import { refuse, type Result } from '#lib/domain/result.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { moveSeats } from '#lib/server/seats/best/move-seats.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'

/** Moves the visitor's seats as the page's form asks. @returns the presentation where they are now. Refusals: those of a lock. */
export async function moveByForm(
  { request, locals, clientAddress }: Pick<APIContext, 'request' | 'locals' | 'clientAddress'>,
  from: number,
): Promise<Result<number>> {
  const { visitor } = locals
  const { caller, network } = sourceOf(request, clientAddress)
  if (isCrossSite(request)) return refuse('CROSS_SITE')
  if (!visitor) return refuse('MISSING_UUID')
  const wait =
    (await countCall('best', 'caller', caller)) ?? (caller === null ? undefined : await countCall('best', 'visitor', visitor.uuid))
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  const sent = await readForm(request)
  const token = sent.get('recaptchaToken')
  const holder = { uuid: visitor.uuid, network }
  if (!(await verifyCaptcha(typeof token === 'string' ? token : undefined, 'seats', holder))) return refuse('invalid_captcha')
  const to = idText.safeParse(sent.get('to'))
  if (!to.success) return refuse('BAD_REQUEST', { field: 'to' })
  const moved = await moveSeats({ from, to: to.data }, holder)
  return moved.ok ? { ok: true, value: to.data } : moved
}
