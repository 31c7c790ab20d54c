import type { APIContext } from 'astro'
import { refuse } from '#lib/domain/result.ts'
import { useReferences } from '#lib/server/entitlements/mini-site/mini-sites.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { textOf } from '#lib/text/text.ts'

type Asked =
  | { readonly isDone: true }
  | {
      readonly isDone: false
      readonly status: number
      readonly reference1: string
      readonly reference2: string
      readonly text: string
    }

type Context = Pick<APIContext, 'request' | 'locals' | 'clientAddress'>

/** Handles the form for references like the corresponding call. */
export async function askByForm(context: Context, url: string): Promise<Asked> {
  const sent = await readForm(context.request)
  const typed = { reference1: typedText(sent, 'reference1', 80), reference2: typedText(sent, 'reference2', 80) }
  const t = textOf(context.locals.locale)
  if (typed.reference1 === '') return { isDone: false, status: 400, ...typed, text: t('miniSite.empty') }
  const used = await use(context, url, { ...typed, token: typedText(sent, 'recaptchaToken', 4_000) })
  if (used.ok) return { isDone: true }
  const { code, facts } = used.refusal
  const own = { referenceNotEligible: t('miniSite.wrong'), TICKET_BALANCE_INSUFFICIENT: t('miniSite.usedUp') }
  const text = code in own ? own[code as keyof typeof own] : t(`errors.${code}`, facts)
  return { isDone: false, status: statusOf(code), ...typed, text }
}

async function use(
  { request, locals, clientAddress }: Context,
  url: string,
  { token, ...typed }: { readonly reference1: string; readonly reference2: string; readonly token: string },
) {
  const { caller, network } = sourceOf(request, clientAddress)
  const { visitor } = locals
  if (isCrossSite(request)) return refuse('CROSS_SITE')
  const wait = await countCall('write', 'caller', caller)
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  if (!visitor) return refuse('MISSING_UUID')
  if (!(await verifyCaptcha(token, 'codes', { uuid: visitor.uuid, network }))) return refuse('captchaError')
  return useReferences(url, { uuid: visitor.uuid, caller, network }, { ...typed, needsBalance: true })
}
