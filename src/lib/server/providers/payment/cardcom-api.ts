import { z } from 'zod'
import type { CardcomSettings } from '#lib/server/platform/config/payment-settings.ts'
import { PaymentUnknown } from './payment.ts'

/**
 * The calls of Cardcom's API v11 that the shop makes. Names, types and keys follow Cardcom's OpenAPI document (secure.cardcom.solutions/Api/v11/Docs, "CardCom
 * API 11.0"); meanings follow its developer centre (cardcomapi.zendesk.com: "Step 1+2 – Creating a payment page & sending a request to retrieve transaction
 * details" and "Partial / Full Transaction Refund by Transaction ID"). Unused fields are not declared.
 *
 * Undocumented, and so interpreted cautiously:
 * - GetLpResult for an unpaid page: any code but 0 that names the page counts as "not paid, may still be";
 * - the end of a payment page: the shop never considers one expired, and refunds late payments;
 * - whether a refund in ListTransactions repeats its CustomFields: if not, a refund of the same charge that cannot be identified leaves the answer open instead
 * of being sent again.
 */

const CARDCOM = 'https://secure.cardcom.solutions'
/** Timeout of one call, in ms. */
const TIMEOUT = 10_000

const code = z.int()

/** CreateLowProfileResponse */
const openedPage = z.object({
  ResponseCode: code,
  LowProfileId: z.string().nullish(),
  Url: z.string().nullish(),
  UrlToBit: z.string().nullish(),
})

const customFields = z.array(z.object({ Id: z.int(), Value: z.string().nullish() })).nullish()

/** TransactionInfo. Amounts in shekels; CoinId 1 is ILS. A charge and its refunds share one Uid. */
const transaction = z.object({
  ResponseCode: code,
  TranzactionId: z.int(),
  TerminalNumber: z.int(),
  Amount: z.number(),
  CoinId: z.int(),
  CreateDate: z.string().nullish(),
  Last4CardDigitsString: z.string().nullish(),
  NumberOfPayments: z.int().nullish(),
  Uid: z.string().nullish(),
  IsRefund: z.boolean().nullish(),
  CustomFields: customFields,
})
export type CardcomTransaction = z.output<typeof transaction>

/** LowProfileResult, also the body of a callback. */
export const pageResult = z.object({
  ResponseCode: code,
  TerminalNumber: z.int().nullish(),
  LowProfileId: z.string().nullish(),
  TranzactionId: z.int().nullish(),
  ReturnValue: z.string().nullish(),
  TranzactionInfo: transaction.nullish(),
  ExternalPaymentVector: z.union([z.string(), z.int()]).nullish(),
})
export type CardcomPageResult = z.output<typeof pageResult>

/** RefundByTransactionIdResp */
const refunded = z.object({ ResponseCode: code, NewTranzactionId: z.int().nullish() })

/** GetTranzactionsResp */
const listed = z.object({ ResponseCode: code, Tranzactions: z.array(transaction).nullish() })

/** CreateLowProfile: the settings of a payment page. */
export interface PaymentPage {
  readonly ReturnValue: string
  readonly Amount: number
  readonly SuccessRedirectUrl: string
  readonly FailedRedirectUrl: string
  readonly CancelRedirectUrl: string
  readonly WebHookUrl: string
  readonly ProductName: string
  readonly Language: string
  readonly UIDefinition: { readonly CardOwnerEmailValue?: string; readonly IsCardOwnerEmailRequired: boolean }
  readonly AdvancedDefinition: { readonly MinNumOfPayments: number; readonly MaxNumOfPayments: number }
}

/** RefundByTransactionIdReq without its keys. */
export interface RefundOrder {
  readonly TransactionId: number
  /** The amount to refund, in shekels; omitted: everything. */
  readonly PartialSum?: number
  readonly AllowMultipleRefunds: boolean
  readonly CustomFields: readonly { readonly Id: number; readonly Value: string }[]
}

/** ListTransactionsReq without its keys; dates as DDMMYYYY. */
export interface ListOrder {
  readonly FromDate: string
  readonly ToDate: string
  readonly Page: number
  readonly Page_size: number
}

export interface CardcomApi {
  createPage(page: PaymentPage): Promise<z.output<typeof openedPage>>
  resultOfPage(lowProfileId: string): Promise<CardcomPageResult>
  refund(order: RefundOrder): Promise<z.output<typeof refunded>>
  transactions(order: ListOrder): Promise<z.output<typeof listed>>
}

/** Every method throws {PaymentUnknown} if Cardcom gave no answer of the documented shape; its error codes are answers. */
export function cardcomApi(settings: CardcomSettings, timeout: number = TIMEOUT): CardcomApi {
  const { terminal, apiName, apiPassword, apiBase = CARDCOM } = settings
  const page = { TerminalNumber: terminal, ApiName: apiName }
  const password = { ApiName: apiName, ApiPassword: apiPassword }
  const ask = <T>(path: string, body: object, shape: z.ZodType<T>) =>
    post({ url: new URL(`/api/v11/${path}`, apiBase), timeout }, body, shape)
  return {
    createPage: (order) => ask('LowProfile/Create', { ...page, Operation: 'ChargeOnly', ISOCoinId: 1, ...order }, openedPage),
    resultOfPage: (lowProfileId) => ask('LowProfile/GetLpResult', { ...page, LowProfileId: lowProfileId }, pageResult),
    refund: (order) => ask('Transactions/RefundByTransactionId', { ...password, ...order, CancelOnly: false }, refunded),
    transactions: (order) =>
      ask('Transactions/ListTransactions', { ...password, ...order, TranStatus: 'Success', LimitForTerminal: terminal }, listed),
  }
}

async function post<T>({ url, timeout }: { readonly url: URL; readonly timeout: number }, body: object, shape: z.ZodType<T>): Promise<T> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (!answer.ok) throw new Error(`status ${String(answer.status)}`)
    return shape.parse(await answer.json())
  } catch (error) {
    throw new PaymentUnknown(`Cardcom gave no definite answer to ${url.pathname}.`, { cause: error })
  }
}
