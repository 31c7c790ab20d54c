import type { APIContext } from 'astro'
import { accept, refuse } from '#lib/domain/result.ts'
import type { AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { keepVoucher } from '#lib/server/entitlements/kept-vouchers.ts'
import { readForm, typedText } from '#lib/server/platform/http/answers/read-form.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { sayNext } from '#lib/server/platform/http/say-next.ts'
import { verifyCaptcha } from '#lib/server/providers/captcha/captcha.ts'
import { textOf } from '#lib/text/text.ts'

/** The form by which a voucher is added. */
export interface AddingVoucher {
  readonly typed: string
  readonly problem?: { readonly text: string; readonly isOfNumber: boolean }
  readonly status: number
}

type Context = Pick<APIContext, 'request' | 'locals' | 'cookies' | 'clientAddress'>

/** Opens the form, or takes it; `goTo`: the voucher is in the area. Refusals: CROSS_SITE, those of `keepVoucher`. */
export async function addVoucher(
  context: Context,
  { uuid }: Visitor,
  { customerId }: AreaCustomer,
): Promise<AddingVoucher | { readonly goTo: string }> {
  const { request, locals, cookies, clientAddress } = context
  if (request.method !== 'POST') return { typed: '', status: 200 }
  const sent = await readForm(request)
  const typed = typedText(sent, 'number', 80)
  const holder = { uuid, ...sourceOf(request, clientAddress) }
  const prove = async () =>
    (await verifyCaptcha(typedText(sent, 'recaptchaToken', 20_000), 'codes', holder)) ? accept(null) : refuse('invalid_captcha')
  const t = textOf(locals.locale)
  if (isCrossSite(request)) return { typed, problem: { text: t('errors.CROSS_SITE'), isOfNumber: false }, status: statusOf('CROSS_SITE') }
  const kept = await keepVoucher({ ...holder, customerId }, typed, prove)
  if (kept.ok) {
    sayNext(cookies, 'voucherKept')
    return { goTo: `/customer/vouchers/${String(kept.value)}` }
  }
  const { code, facts } = kept.refusal
  return { typed, problem: { text: t(`errors.${code}`, facts), isOfNumber: NUMBER_REFUSALS.has(code) }, status: statusOf(code) }
}

/** Refusals that the field tells. */
const NUMBER_REFUSALS: ReadonlySet<string> = new Set([
  'SYSTEM_VOUCHER_NOT_FOUND',
  'VOUCHER_MISTYPED',
  'ALREADY_FOR_REPLACEMENT',
  'NOT_ACTIVE',
])
