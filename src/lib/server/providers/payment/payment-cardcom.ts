import type { CardcomSettings } from '#lib/server/platform/config/payment-settings.ts'
import { cardcomApi, type CardcomApi } from './cardcom-api.ts'
import { openPage, paidPageOf, readCardcomCallback, type PaidPage } from './cardcom-page.ts'
import { findRefundOf, refundOnce } from './cardcom-refund.ts'
import {
  PaymentUnknown,
  type ChargeOutcome,
  type ChargeRequest,
  type FormFate,
  type NeverSeen,
  type PaymentProvider,
  type PreparedPayment,
  type RefundRequest,
} from './payment.ts'

/** Cardcom's API v11: its page charges. The result is always queried from Cardcom itself, never taken from the return address or a callback. */
export function cardcomPayments(settings: CardcomSettings, timeout?: number): PaymentProvider {
  const api = cardcomApi(settings, timeout)
  const pageOf = (formName: string) => paidPageOf(api, settings, formName)
  return {
    name: 'cardcom',
    chargesInForm: () => true,
    openForm: (request) => openPage(api, request),
    inspect: async (paymentIdentifier, formName) => paymentNamed(await pageOf(formName ?? paymentIdentifier), paymentIdentifier),
    charge: async (request) => chargeOf(await pageOf(request.paymentIdentifier), request) ?? { outcome: 'failed', reason: 'form' },
    find: async (request) => chargeOf(await pageOf(request.paymentIdentifier), request) ?? NONE,
    refund: async (request) => refundOnce(api, request, await chargedOf(api, request)),
    findRefund: async (request) => findRefundOf(api, request, await chargedOf(api, request)),
    findForm: async (formName) => fateOf(await pageOf(formName)),
    verifyCallback: (request) => Promise.resolve(readCardcomCallback(request)),
  }
}

const NONE: NeverSeen = { outcome: 'none' }

/** The browser returns with our name of the form, or with Cardcom's. */
function paymentNamed(page: PaidPage | undefined, paymentIdentifier: string): PreparedPayment | undefined {
  return page && [page.formId, page.payment.formName].includes(paymentIdentifier) ? page.payment : undefined
}

function chargeOf(page: PaidPage | undefined, request: ChargeRequest): ChargeOutcome | undefined {
  if (!page) return undefined
  if (page.payment.amount !== request.amount) throw new PaymentUnknown('Cardcom charged another amount than was asked for.')
  return { outcome: 'charged', reference: String(page.transaction.TranzactionId) }
}

/** An unpaid page may still be paid: no document says for how long. */
function fateOf(page: PaidPage | undefined): FormFate {
  if (!page) return { outcome: 'open' }
  return { outcome: 'charged', payment: page.payment, reference: String(page.transaction.TranzactionId) }
}

/** The charge to refund; only the request's own transaction is ever refunded. */
async function chargedOf(api: CardcomApi, { charge, reference }: RefundRequest): Promise<CardcomChargeOfPage> {
  const { TranzactionInfo: transaction } = await api.resultOfPage(charge.paymentIdentifier)
  if (!transaction || String(transaction.TranzactionId) !== reference)
    throw new PaymentUnknown('Cardcom does not name the charge of a refund.')
  return transaction
}

type CardcomChargeOfPage = Parameters<typeof refundOnce>[2]
