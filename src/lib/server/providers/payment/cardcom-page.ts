import { cutText } from '#lib/domain/cut-text.ts'
import { toAgorot, toShekels, type Agorot } from '#lib/domain/money/money.ts'
import type { CardcomSettings } from '#lib/server/platform/config/payment-settings.ts'
import { pageResult, type CardcomApi, type CardcomTransaction } from './cardcom-api.ts'
import {
  PaymentUnknown,
  type CallbackEvent,
  type CallbackRequest,
  type FormRequest,
  type OpenedForm,
  type PaymentMethod,
  type PreparedPayment,
} from './payment.ts'

/**
 * Cardcom's own payment page ("Low Profile"): cards, instalments, and Bit and other wallets if the terminal has them. The browser is redirected, because Bit
 * and 3-D Secure lead on to other apps and pages. The page charges; its id, a GUID, names the form and the payment.
 */

/** Maximum lengths per the documentation. */
const LONGEST_NAME = 50
const LONGEST_MAIL = 50
const ILS = 1
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export async function openPage(api: CardcomApi, request: FormRequest): Promise<OpenedForm> {
  const { mail } = request
  const opened = await api.createPage({
    ReturnValue: `${request.formId} ${request.uuid}`,
    Amount: toShekels(request.amount),
    SuccessRedirectUrl: addressWith(request.returnUrl, 'paymentIdentifier', request.formId),
    FailedRedirectUrl: addressWith(request.returnUrl, 'payment', 'failed'),
    CancelRedirectUrl: addressWith(request.returnUrl, 'payment', 'cancelled'),
    WebHookUrl: request.callbackUrl,
    ProductName: cutText(request.description, LONGEST_NAME),
    Language: request.locale,
    UIDefinition: { IsCardOwnerEmailRequired: false, ...(mail && mail.length <= LONGEST_MAIL && { CardOwnerEmailValue: mail }) },
    AdvancedDefinition: { MinNumOfPayments: 1, MaxNumOfPayments: request.maxPayments },
  })
  const url = (request.method === 'bit' ? opened.UrlToBit : undefined) ?? opened.Url
  if (opened.ResponseCode !== 0 || !opened.LowProfileId || !url)
    throw new PaymentUnknown(`Cardcom opened no payment page (code ${String(opened.ResponseCode)}).`)
  return { url, formName: opened.LowProfileId, isFramed: false }
}

function addressWith(address: string, name: string, value: string): string {
  const url = new URL(address)
  url.searchParams.set(name, value)
  return url.href
}

/** A payment on the page, and its transaction. */
export interface PaidPage {
  readonly payment: PreparedPayment
  readonly transaction: CardcomTransaction
  /** Our own name of the form. */
  readonly formId: string
}

/**
 * The page's payment according to Cardcom; undefined: not paid (yet).
 * @throws {PaymentUnknown} if the answer is about another page, or about no charge in shekels of this terminal
 */
export async function paidPageOf(api: CardcomApi, settings: CardcomSettings, formName: string): Promise<PaidPage | undefined> {
  if (!GUID.test(formName)) return undefined
  const result = await api.resultOfPage(formName)
  if (result.LowProfileId?.toLowerCase() !== formName.toLowerCase() || result.TerminalNumber !== settings.terminal)
    throw new PaymentUnknown(`Cardcom answered code ${String(result.ResponseCode)} about no page of ours.`)
  const { TranzactionInfo: transaction } = result
  if (result.ResponseCode !== 0 || transaction?.ResponseCode !== 0) return undefined
  const amount = amountOf(transaction, settings)
  if (amount === undefined) throw new PaymentUnknown('Cardcom names a transaction that is no charge in shekels of this terminal.')
  const [formId = '', uuid = ''] = (result.ReturnValue ?? '').split(' ')
  const payment = {
    ...{ paymentIdentifier: formName, formName, uuid, amount },
    numberOfPayments: Math.max(1, transaction.NumberOfPayments ?? 1),
    last4: transaction.Last4CardDigitsString ?? '',
    method: methodOf(result.ExternalPaymentVector),
    isCharged: true,
  }
  return { payment, transaction, formId }
}

/** In agorot; undefined if it is no charge in shekels of this terminal. */
function amountOf({ Amount, CoinId, IsRefund, TerminalNumber }: CardcomTransaction, { terminal }: CardcomSettings): Agorot | undefined {
  return CoinId === ILS && IsRefund !== true && TerminalNumber === terminal ? toAgorot(Amount) : undefined
}

/** By number or by name: uPayBit 12, PayMeBit 14, Bit of Cardcom 104; PayPal 10, ApplePay 11, GooglePay 15. */
function methodOf(vector: string | number | null | undefined): PaymentMethod {
  const name = String(vector ?? '').toLowerCase()
  if (name.includes('bit') || ['12', '14', '104'].includes(name)) return 'bit'
  return /pay/.test(name) || ['10', '11', '15'].includes(name) ? 'wallet' : 'card'
}

/**
 * Cardcom does not sign: a callback is only a hint to query the page that it names, whose name is unguessable. Each page has only two event ids, so forged
 * callbacks cannot multiply.
 */
export function readCardcomCallback({ body }: CallbackRequest): CallbackEvent | undefined {
  const read = pageResult.safeParse(jsonOf(body))
  if (!read.success) return undefined
  const { LowProfileId: name, ResponseCode: code } = read.data
  if (!name || !GUID.test(name)) return undefined
  return { eventId: `${name.toLowerCase()} ${code === 0 ? 'paid' : 'not paid'}`, formName: name }
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
