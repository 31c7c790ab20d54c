import { DAY_MS } from '#lib/domain/time/durations.ts'
import { toAgorot, toShekels } from '#lib/domain/money/money.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import type { CardcomApi, CardcomTransaction } from './cardcom-api.ts'
import { PaymentUnknown, type NeverSeen, type RefundOutcome, type RefundRequest } from './payment.ts'

/**
 * Refunds through Cardcom. RefundByTransactionId has no idempotency key: ours travels in a custom field, and before a refund is sent, the list of transactions
 * is searched for it. A first refund is sent in a form that Cardcom itself refuses to repeat.
 */

/** The custom field for a refund's key: the last of 25, which merchants rarely use. */
const KEY_FIELD = 25
const PAGE_SIZE = 2000
/** More pages than a shop fills between a charge and its refund. */
const MOST_PAGES = 50
/** A charge as Cardcom lists it, with its time and the Uid that its refunds share. */
export type Charged = Pick<CardcomTransaction, 'TranzactionId' | 'CreateDate' | 'Uid'>

export async function refundOnce(api: CardcomApi, request: RefundRequest, charged: Charged): Promise<RefundOutcome> {
  const before = await refundsOf(api, charged)
  const earlier = fateOf(before, request)
  if (earlier.outcome !== 'none') return earlier
  const answer = await api.refund({
    TransactionId: charged.TranzactionId,
    ...(request.amount < request.charge.amount && { PartialSum: toShekels(request.amount) }),
    AllowMultipleRefunds: before.length > 0,
    CustomFields: [{ Id: KEY_FIELD, Value: request.idempotencyKey }],
  })
  if (answer.ResponseCode === 0) return { outcome: 'refunded', reference: String(answer.NewTranzactionId ?? '') }
  // A refusal may mean that a concurrent call of ours won.
  const since = fateOf(await refundsOf(api, charged), request)
  return since.outcome === 'none' ? { outcome: 'failed', reason: `code ${String(answer.ResponseCode)}` } : since
}

export async function findRefundOf(api: CardcomApi, request: RefundRequest, charged: Charged): Promise<RefundOutcome | NeverSeen> {
  return fateOf(await refundsOf(api, charged), request)
}

/** @throws {PaymentUnknown} if a refund of this charge carries no key and may be this one */
function fateOf(refunds: readonly CardcomTransaction[], request: RefundRequest): RefundOutcome | NeverSeen {
  const own = refunds.find((refund) => keyOf(refund) === request.idempotencyKey)
  if (own) return { outcome: 'refunded', reference: String(own.TranzactionId) }
  if (refunds.some((refund) => keyOf(refund) === undefined && Math.abs(toAgorot(refund.Amount) ?? 0) === request.amount))
    throw new PaymentUnknown('Cardcom lists a refund of this charge that carries no name: it may be this one.')
  return { outcome: 'none' }
}

function keyOf({ CustomFields: fields }: CardcomTransaction): string | undefined {
  return fields?.find(({ Id: id }) => id === KEY_FIELD)?.Value ?? undefined
}

/** All refunds of the charge since the day before it. */
async function refundsOf(api: CardcomApi, charged: Charged): Promise<CardcomTransaction[]> {
  const since = Date.parse(charged.CreateDate ?? '')
  const from = dayOf((Number.isNaN(since) ? Date.now() - 30 * DAY_MS : since) - DAY_MS)
  const to = dayOf(Date.now() + DAY_MS)
  const found: CardcomTransaction[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await api.transactions({ FromDate: from, ToDate: to, Page: page, Page_size: PAGE_SIZE })
    if (answer.ResponseCode !== 0) throw new PaymentUnknown(`Cardcom listed no transactions (code ${String(answer.ResponseCode)}).`)
    const all = answer.Tranzactions ?? []
    found.push(...all.filter((one) => one.IsRefund === true && Boolean(one.Uid) && one.Uid === charged.Uid))
    if (all.length < PAGE_SIZE) return found
  }
  throw new PaymentUnknown('Cardcom lists more transactions than can be looked through.')
}

/** DDMMYYYY in Israel's time zone. */
function dayOf(instant: number): string {
  const { year, month, day } = datePartsOf(instant)
  return `${String(day).padStart(2, '0')}${String(month).padStart(2, '0')}${String(year)}`
}
