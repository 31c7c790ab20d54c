import type { APIContext } from 'astro'
import type { WaitFormState } from '#layouts/parts/wait-form.ts'
import { refuse } from '#lib/domain/result.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { countCall } from '#lib/server/platform/http/limits/limits.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { joinWaitList } from '#lib/server/wait-list/join-wait-list.ts'
import type { WaitShowing } from '#lib/server/wait-list/wait-showing.ts'
import { textOf } from '#lib/text/text.ts'

export const EMPTY_FORM: WaitFormState = { contact: '', quantity: 2, isConsented: false }

type Asked =
  | { readonly isDone: true; readonly status: 303 }
  | {
      readonly isDone: false
      readonly status: number
      readonly form: WaitFormState
      /** A sentence; omitted if a field shows it. */ readonly text?: string
    }

/** Handles the page's form like the corresponding call. */
export async function askByForm(context: Pick<APIContext, 'request' | 'locals' | 'clientAddress'>, showing: WaitShowing): Promise<Asked> {
  const sent = await readForm(context.request)
  const textOfField = (name: string) => {
    const value = sent.get(name)
    return typeof value === 'string' ? value : ''
  }
  const form = {
    contact: textOfField('contact').slice(0, 200),
    quantity: Number(textOfField('quantity')),
    isConsented: sent.has('consent'),
  }
  const joined = await join(context, { showing, form, token: textOfField('recaptchaToken') })
  if (joined.ok) return { isDone: true, status: 303 }
  const { code, facts } = joined.refusal
  const field = facts?.field
  if (code === 'FORM_INVALID' && (field === 'contact' || field === 'consent'))
    return { isDone: false, status: statusOf(code), form: { ...form, problem: field } }
  return { isDone: false, status: statusOf(code), form, text: textOf(context.locals.locale)(`errors.${code}`, facts) }
}

interface Sent {
  readonly showing: WaitShowing
  readonly form: WaitFormState
  readonly token: string
}

async function join(
  { request, locals, clientAddress }: Pick<APIContext, 'request' | 'locals' | 'clientAddress'>,
  { showing, form, token }: Sent,
) {
  const { caller, network } = sourceOf(request, clientAddress)
  const { visitor, locale } = locals
  if (isCrossSite(request)) return refuse('CROSS_SITE')
  const wait =
    (await countCall('waitList', 'caller', caller)) ??
    (caller !== null && visitor ? await countCall('waitList', 'visitor', visitor.uuid) : undefined)
  if (wait !== undefined) return refuse('TOO_MANY_REQUESTS', { seconds: wait })
  if (!(await verifyCaptcha(token, 'waitList', visitor && { uuid: visitor.uuid, network }))) return refuse('invalid_captcha')
  return joinWaitList({ presentationId: showing.presentationId, ...form, locale })
}
