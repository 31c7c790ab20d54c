import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { paymentPage, startStandIn, type Answer, type Asked, type StandIn } from './stand-in.ts'

/**
 * A stand-in for Cardcom's API v11, after its OpenAPI document and developer centre, and for its payment page.
 * `node tests/support/providers/cardcom-stand-in.ts` runs it alone; the shop reaches it by CARDCOM_API_BASE.
 */

export const CARDCOM = { terminal: 1000, apiName: 'standInApiName', apiPassword: 'standInApiPassword' } as const

interface Page {
  readonly id: string
  readonly order: Record<string, unknown>
  charge: Transaction | undefined
  vector: string
}

interface Transaction {
  readonly id: number
  readonly uid: string
  readonly amount: number
  readonly coin: number
  readonly payments: number
  readonly isRefund: boolean
  readonly customFields: readonly unknown[]
  readonly at: string
}

export type CardcomPress = 'pay' | 'payments' | 'bit' | 'decline' | 'cancel'

export interface CardcomStandIn extends StandIn {
  /** What a buyer does on the payment page; returns the address that the browser is sent to. */
  press(lowProfileId: string, button: CardcomPress): string
  /** The page charges another amount (shekels) or currency than requested, as a wrong setting at Cardcom would. */
  payWrongly(lowProfileId: string, wrong: { readonly amount?: number; readonly coin?: number }): void
  /** Whether refunds are listed with the custom fields that they were sent with. */
  listCustomFields(isListed: boolean): void
  /** The net amount taken, in agorot. */
  taken(): number
  /** The body of a callback. */
  callback(lowProfileId: string): string
  /** Every opened page, newest first. */
  pages(): readonly string[]
}

export async function startCardcomStandIn(port = 0): Promise<CardcomStandIn> {
  const pages = new Map<string, Page>()
  const transactions: Transaction[] = []
  let isListed = true
  let origin = ''

  const api: Readonly<Record<string, (body: Record<string, unknown>) => Answer>> = {
    'LowProfile/Create': (body) => {
      if (!isTerminal(body)) return wrongKeys()
      const problem = ['Amount', 'SuccessRedirectUrl', 'FailedRedirectUrl', 'WebHookUrl'].find((name) => body[name] === undefined)
      if (problem !== undefined || !(Number(body.Amount) > 0))
        return { status: 400, json: { ResponseCode: 600, Description: `${String(problem)} is missing` } }
      const page: Page = { id: randomUUID(), order: body, charge: undefined, vector: 'NoneOrUnknown' }
      pages.set(page.id, page)
      const url = `${origin}/EA/LPC6/${String(CARDCOM.terminal)}/${page.id}`
      return { json: { ResponseCode: 0, Description: 'OK', LowProfileId: page.id, Url: url, UrlToPayPal: null, UrlToBit: `${url}?bit=1` } }
    },
    'LowProfile/GetLpResult': (body) => {
      const page = pages.get(String(body.LowProfileId))
      if (!isTerminal(body)) return wrongKeys()
      return { json: page ? resultOf(page) : { ResponseCode: 601, Description: 'Low profile was not found' } }
    },
    'Transactions/RefundByTransactionId': (body) => {
      const charge = transactions.find(({ id, isRefund }) => id === body.TransactionId && !isRefund)
      if (!hasPassword(body)) return wrongKeys()
      if (!charge) return { json: { ResponseCode: 5102, Description: 'Transaction was not found' } }
      const back = transactions.filter(({ uid, isRefund }) => isRefund && uid === charge.uid)
      if (back.length > 0 && body.AllowMultipleRefunds !== true)
        return { json: { ResponseCode: 5111, Description: 'Canceled deal cannot canceled again' } }
      const amount = body.PartialSum === undefined ? charge.amount : Number(body.PartialSum)
      if (amount > charge.amount - back.reduce((all, one) => all + one.amount, 0) + 1e-9)
        return { json: { ResponseCode: 5112, Description: 'Refund exceeds the transaction' } }
      const refund = transactionOf({
        amount,
        uid: charge.uid,
        isRefund: true,
        customFields: Array.isArray(body.CustomFields) ? body.CustomFields : [],
      })
      transactions.push(refund)
      return { json: { ResponseCode: 0, Description: 'OK', NewTranzactionId: refund.id } }
    },
    'Transactions/ListTransactions': (body) => {
      if (!hasPassword(body)) return wrongKeys()
      if (![body.FromDate, body.ToDate].every((date) => /^\d{8}$/.test(String(date))))
        return { status: 400, json: { ResponseCode: 602, Description: 'FromDate' } }
      const size = Number(body.Page_size)
      const from = (Number(body.Page) - 1) * size
      const all = transactions.map((one) => infoOf(isListed ? one : { ...one, customFields: [] }))
      return { json: { ResponseCode: 0, Description: 'OK', Tranzactions: all.slice(from, from + size), Page: body.Page, Page_size: size } }
    },
  }

  const charge = (page: Page, vector: string, payments = 1, wrong: { readonly amount?: number; readonly coin?: number } = {}) => {
    page.charge = transactionOf({
      amount: wrong.amount ?? Number(page.order.Amount),
      coin: wrong.coin ?? Number(page.order.ISOCoinId),
      payments,
    })
    page.vector = vector
    transactions.push(page.charge)
  }

  const pageNamed = (id: string): Page => {
    const page = pages.get(id)
    if (!page) throw new Error('No such payment page.')
    return page
  }

  const press: CardcomStandIn['press'] = (id, button) => {
    const page = pageNamed(id)
    if (button === 'cancel') return textOf(page, 'CancelRedirectUrl')
    if (button === 'decline' || page.charge) return textOf(page, 'FailedRedirectUrl')
    charge(page, button === 'bit' ? 'uPayBit' : 'NoneOrUnknown', button === 'payments' ? maxPaymentsOf(page) : 1)
    return textOf(page, 'SuccessRedirectUrl')
  }

  const answerPage = (asked: Asked): Answer => {
    const page = pages.get(asked.path.split('/').at(-1) ?? '')
    if (!page) return { status: 404, html: 'Not found' }
    const button = new URLSearchParams(asked.body).get('press')
    if (asked.method === 'POST' && isPress(button)) {
      const goTo = press(page.id, button)
      if (page.charge) tell(page)
      return { goTo }
    }
    const amount = `₪${Number(page.order.Amount).toFixed(2)}`
    return {
      html: paymentPage('he', 'קארדקום (תחליף לבדיקות)', [textOf(page, 'ProductName'), `<bdi dir="ltr">${amount}</bdi>`], {
        pay: 'תשלום בכרטיס',
        payments: `תשלום ב־${String(maxPaymentsOf(page))} תשלומים`,
        bit: 'תשלום ב־bit',
        decline: 'כרטיס שנדחה',
        cancel: 'ביטול',
      }),
    }
  }

  const standIn = await startStandIn(
    {
      operationOf: ({ path }) => (path.startsWith('/api/v11/') ? path.slice('/api/v11/'.length) : undefined),
      answer: (asked) =>
        asked.path.startsWith('/api/v11/')
          ? (api[asked.path.slice('/api/v11/'.length)]?.(bodyOf(asked)) ?? { status: 404 })
          : answerPage(asked),
      brokenAnswer: { status: 500, json: { Message: 'An error has occurred.' } },
    },
    port,
  )
  origin = standIn.origin
  return {
    ...standIn,
    press,
    payWrongly: (id, wrong) => {
      charge(pageNamed(id), 'NoneOrUnknown', 1, wrong)
    },
    listCustomFields: (listed) => (isListed = listed),
    taken: () => Math.round(transactions.reduce((all, { amount, isRefund }) => all + (isRefund ? -amount : amount), 0) * 100),
    callback: (id) => JSON.stringify(resultOf(pageNamed(id))),
    pages: () => [...pages.keys()].reverse(),
  }
}

/** Calls the shop's callback once, as Cardcom does. The shop must also work without it. */
function tell(page: Page): void {
  void fetch(textOf(page, 'WebHookUrl'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(resultOf(page)),
  }).catch(() => undefined)
}

function resultOf({ id, order, charge, vector }: Page) {
  return {
    ResponseCode: charge ? 0 : 5,
    Description: charge ? 'The transaction was successful' : 'No transaction',
    TerminalNumber: CARDCOM.terminal,
    LowProfileId: id,
    TranzactionId: charge?.id ?? 0,
    ReturnValue: order.ReturnValue,
    Operation: order.Operation,
    TranzactionInfo: charge ? infoOf(charge) : null,
    ExternalPaymentVector: vector,
  }
}

function infoOf({ id, uid, amount, coin, payments, isRefund, customFields, at }: Transaction) {
  return {
    ResponseCode: 0,
    Description: 'The transaction was successful',
    TranzactionId: id,
    TerminalNumber: CARDCOM.terminal,
    Amount: amount,
    CoinId: coin,
    CreateDate: at,
    Last4CardDigits: 0,
    Last4CardDigitsString: '0000',
    NumberOfPayments: payments,
    Uid: uid,
    DealType: isRefund ? 'Refund' : 'Debit',
    IsRefund: isRefund,
    CustomFields: customFields,
  }
}

function transactionOf(parts: Partial<Transaction> & { readonly amount: number }): Transaction {
  return {
    id: randomInt(100_000_000, 2_000_000_000),
    uid: randomBytes(11).toString('hex'),
    coin: 1,
    payments: 1,
    isRefund: false,
    customFields: [],
    at: new Date().toISOString().slice(0, 19),
    ...parts,
  }
}

function textOf({ order }: Page, field: string): string {
  const value = order[field]
  return typeof value === 'string' ? value : ''
}

function maxPaymentsOf({ order }: Page): number {
  const advanced = order.AdvancedDefinition
  return typeof advanced === 'object' && advanced !== null && 'MaxNumOfPayments' in advanced ? Number(advanced.MaxNumOfPayments) : 1
}

function isTerminal(body: Record<string, unknown>): boolean {
  return body.TerminalNumber === CARDCOM.terminal && body.ApiName === CARDCOM.apiName
}

function hasPassword(body: Record<string, unknown>): boolean {
  return body.ApiName === CARDCOM.apiName && body.ApiPassword === CARDCOM.apiPassword
}

function wrongKeys(): Answer {
  return { status: 401, json: { ResponseCode: 603, Description: 'Invalid username' } }
}

function isPress(button: string | null): button is CardcomPress {
  return button !== null && ['pay', 'payments', 'bit', 'decline', 'cancel'].includes(button)
}

function bodyOf({ body }: Asked): Record<string, unknown> {
  const read: unknown = JSON.parse(body)
  return typeof read === 'object' && read !== null ? { ...read } : {}
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { origin } = await startCardcomStandIn(Number(process.env.PORT ?? 0))
  process.stdout.write(`${origin}\n`)
}
