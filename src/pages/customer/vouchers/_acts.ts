import type { APIContext } from 'astro'
import type { CustomerAreaInfo, CustomerVoucher } from '#lib/contract/area/customers.ts'
import { refuse, type Refusal } from '#lib/domain/result.ts'
import { cancelOfferOf, cancelOwnVoucher, replaceOwnVoucher } from '#lib/server/customers/area/own-voucher.ts'
import { needAreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import type { CancellationAnswer } from '#lib/server/orders/cancel/cancellation-wire.ts'
import { dropVoucher } from '#lib/server/entitlements/kept-vouchers.ts'
import { changeGift, sendGiftAgain } from '#lib/server/gifts/own-gifts.ts'
import { statusOf } from '#lib/server/platform/http/answers/refusal-status.ts'
import { isCrossSite } from '#lib/server/platform/http/cross-site.ts'
import { sourceOf } from '#lib/server/platform/http/limits/network.ts'
import { sayNext } from '#lib/server/platform/http/say-next.ts'
import { textOf } from '#lib/text/text.ts'
import { sentGift } from '#lib/server/gifts/sent-gift.ts'
import { readForm } from '#lib/server/platform/http/answers/read-form.ts'

/** A customer's voucher, and what its page asks or tells. */
export interface OpenedVoucher {
  readonly voucher: CustomerVoucher
  /** The question before it is done. */
  readonly asks?: 'cancel' | 'replace'
  /** What a cancellation would give back, in shekels; only while the page asks. */
  readonly offer?: CancellationAnswer
  readonly problem?: string
  readonly status: number
}

type Opened = OpenedVoucher | { readonly goTo: string }
type Context = Pick<APIContext, 'request' | 'locals' | 'params' | 'cookies' | 'clientAddress'>

/** What the form of a question sends if it is answered with yes: an offer is agreed to as it was shown. */
export function answerOf({ asks, offer }: Pick<OpenedVoucher, 'asks' | 'offer'>): Readonly<Record<string, string>> {
  const answer = { act: asks ?? '', yes: '1' }
  return offer ? { ...answer, refund: String(offer.refund), ...(isCredit(offer) && { credit: '1' }) } : answer
}

/** Whether the cards' part is offered as credit because their provider gives nothing back. */
export function isCredit({ mayBeCredit, toCard }: CancellationAnswer): boolean {
  return mayBeCredit && toCard === 0
}

/** Opens the page of an own voucher, or takes one of its forms; a refusal changes nothing. undefined: no such voucher; `goTo`: done, or it is gone. */
export async function openVoucher(context: Context, visitor: Visitor, info: CustomerAreaInfo): Promise<Opened | undefined> {
  const { request, params } = context
  const voucher = info.SystemVouchers.find(({ SystemVoucherId }) => String(SystemVoucherId) === params.id)
  if (request.method !== 'POST') return voucher && { voucher, status: 200 }
  if (!voucher) return { goTo: '/customer#vouchers' }
  const own = { context, visitor, voucher }
  if (isCrossSite(request)) return refusedOf(own, refuse('CROSS_SITE'))
  const sent = await readForm(request)
  if (sent.get('act') === 'cancel') return cancel(own, sent)
  if (sent.get('act') === 'replace') return replace(own, sent.has('yes'))
  if (sent.get('act') === 'drop') return drop(own)
  if (sent.get('act') === 'gift' || sent.get('act') === 'again') return ofGift(own, sent)
  return refusedOf(own, refuse('BAD_REQUEST'))
}

/** A voucher of the visitor who sent a form about it. */
interface OwnVoucher {
  readonly context: Context
  readonly visitor: Visitor
  readonly voucher: CustomerVoucher
}

async function cancel(own: OwnVoucher, sent: FormData): Promise<Opened> {
  const { context, visitor, voucher } = own
  const [id, reservation] = [String(voucher.SystemVoucherId), voucher.ReservationIdentifier ?? '']
  if (!sent.has('yes')) {
    const offered = await cancelOfferOf(visitor, id, reservation)
    return offered.ok ? { voucher, asks: 'cancel', offer: offered.value, status: 200 } : refusedOf(own, offered)
  }
  const { caller } = sourceOf(context.request, context.clientAddress)
  const refund = sent.get('refund')
  const expectedRefund = typeof refund === 'string' ? Number(refund) : Number.NaN
  const asked = { reservationIdentifier: reservation, expectedRefund, refundToTransactionCredit: sent.has('credit') }
  const cancelled = await cancelOwnVoucher({ visitor, caller }, id, asked)
  if (!cancelled.ok) return refusedOf(own, cancelled)
  sayNext(context.cookies, asked.refundToTransactionCredit ? 'voucherCredited' : 'voucherCancelled')
  return { goTo: '/customer#vouchers' }
}

async function replace(own: OwnVoucher, isSure: boolean): Promise<Opened> {
  const { context, visitor, voucher } = own
  if (!isSure) return { voucher, asks: 'replace', status: 200 }
  const replaced = await replaceOwnVoucher(visitor, String(voucher.SystemVoucherId), voucher.ReservationIdentifier ?? '')
  if (!replaced.ok) return refusedOf(own, replaced)
  sayNext(context.cookies, 'voucherReplaced')
  return { goTo: `/customer/vouchers/${String(replaced.value.id)}` }
}

/** Takes a voucher that was added out of the area. */
async function drop(own: OwnVoucher): Promise<Opened> {
  const { context, visitor, voucher } = own
  const customer = await needAreaCustomer(visitor)
  if (!customer.ok) return refusedOf(own, customer)
  const dropped = await dropVoucher(visitor.uuid, customer.value.customerId, voucher.SystemVoucherId)
  if (!dropped.ok) return refusedOf(own, dropped)
  sayNext(context.cookies, 'voucherDropped')
  return { goTo: '/customer#vouchers' }
}

/** Changes the gift that the voucher is, or sends it again. */
async function ofGift(own: OwnVoucher, sent: FormData): Promise<Opened> {
  const { context, visitor, voucher } = own
  const customer = await needAreaCustomer(visitor)
  if (!customer.ok) return refusedOf(own, customer)
  const { customerId } = customer.value
  const id = voucher.SystemVoucherId
  const isAgain = sent.get('act') === 'again'
  const done = isAgain ? await sendGiftAgain(customerId, id) : await changeGift(customerId, id, sentGift(sent))
  if (!done.ok) return refusedOf(own, done)
  sayNext(context.cookies, isAgain ? 'giftAgain' : 'giftChanged')
  return { goTo: `/customer/vouchers/${String(id)}` }
}

function refusedOf({ context, voucher }: OwnVoucher, { refusal: { code, facts } }: { readonly refusal: Refusal }): OpenedVoucher {
  return { voucher, problem: textOf(context.locals.locale)(`errors.${code}`, facts), status: statusOf(code) }
}
