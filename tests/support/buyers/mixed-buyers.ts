import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf } from '#lib/contract/endpoint.ts'
import { type CartSeat, type OrderCart } from '#lib/contract/order/order-cart.ts'
import { checkVoucher, commitOrder, paymentForm, storeCart } from '#lib/contract/order/orders.ts'
import { ticketByCode } from '#lib/contract/show/presentations.ts'
import type { SeatAddress } from '#lib/contract/show/seats.ts'
import { Buyer, CARDS } from './buyer.ts'
import { CUSTOMER, lineOf } from './house.ts'
import { readAnswer } from '#tests/support/read-answer.ts'

/** What mixed buyers use: consecutive seats of section 1, vouchers that pay ₪30 once, and the codes of support/codes.ts. */
export interface MixedOffer {
  readonly seats: SeatAddress[]
  readonly vouchers: string[]
  readonly coupon: string
  readonly couponForTwo: string
  /** An ID number. */
  readonly member: string
  /** A donation and a gift voucher for beside seats, and a film to buy alone; left out: they are not bought. */
  readonly goods?: { readonly beside: Pick<OrderCart, 'donations' | 'vouchers'>; readonly film: number }
}

/** An acknowledged order, as its buyer knows it. */
export interface MixedOrder {
  readonly resId: string
  readonly tickets: readonly string[]
  /** In agorot. */
  readonly voucher: number
  /** The reservation whose tickets were given back for it. */
  readonly changes: string | null
  /** Receipts of donations, gifts and films of it. */
  readonly given: readonly [receipts: number, gifts: number, films: number]
}

type Way = 'card' | 'silentCard' | 'wallet' | 'walletThenGone'

/** What is bought, by which code and payment, in rotation. */
const WISHES: readonly {
  readonly kind: 'two for one' | 'member' | 'coupon' | 'plain' | 'change' | 'goods' | 'film'
  readonly voucher: boolean
  readonly way: Way
}[] = [
  { kind: 'two for one', voucher: true, way: 'card' },
  { kind: 'member', voucher: true, way: 'wallet' },
  { kind: 'coupon', voucher: true, way: 'wallet' },
  { kind: 'change', voucher: false, way: 'card' },
  { kind: 'coupon', voucher: false, way: 'silentCard' },
  { kind: 'member', voucher: true, way: 'walletThenGone' },
  { kind: 'change', voucher: true, way: 'wallet' },
  { kind: 'plain', voucher: true, way: 'card' },
  { kind: 'goods', voucher: false, way: 'silentCard' },
  { kind: 'film', voucher: false, way: 'card' },
  { kind: 'goods', voucher: true, way: 'wallet' },
  { kind: 'film', voucher: false, way: 'walletThenGone' },
]

/** Buyers of every kind who keep buying through crashes. Refused and interrupted purchases are not counted. */
export class MixedBuyers {
  readonly acknowledged: MixedOrder[] = []
  readonly refusals = new Map<string, number>()
  readonly #origin: () => string
  readonly #offer: MixedOffer
  #next = 0
  #isOver = false
  readonly #all: Promise<unknown>

  constructor(origin: () => string, offer: MixedOffer, buyers: number) {
    this.#origin = origin
    this.#offer = offer
    this.#all = Promise.all(Array.from({ length: buyers }, () => this.#keepBuying()))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#all
  }

  async #keepBuying(): Promise<void> {
    while (!this.#isOver && this.#offer.seats.length > 4) {
      const wish = WISHES[(this.#next += 1) % WISHES.length]
      const isOffered = this.#offer.goods || (wish?.kind !== 'goods' && wish?.kind !== 'film')
      if (wish && isOffered) await this.#buy(wish).catch((error: unknown) => this.#note(error))
    }
  }

  /** Ignores a cut connection and records the shop's answers, to show why little was bought. */
  async #note(error: unknown): Promise<void> {
    const words = error instanceof Error ? error.message.replace(/,"id":"[^"]*"/, '').slice(0, 160) : 'unknown'
    this.refusals.set(words, (this.refusals.get(words) ?? 0) + 1)
    await sleep(200)
  }

  async #buy({ kind, voucher, way }: (typeof WISHES)[number]): Promise<void> {
    const buyer = new Buyer(this.#origin())
    readAnswer(storeCart, await buyer.post('/api/cart', { cart: { customerInfo: CUSTOMER } }))
    const lines = await this.#choose(buyer, kind)
    const bought = await this.#pay(buyer, lines, { voucher, way, kind })
    if (bought && kind === 'change') await this.#change(buyer, bought, way)
  }

  async #choose(buyer: Buyer, kind: (typeof WISHES)[number]['kind']): Promise<readonly CartSeat[]> {
    if (kind === 'film') return []
    const seats = this.#offer.seats.splice(0, kind === 'change' ? 1 : 2)
    await buyer.lock(...seats)
    const [first, second] = seats
    if (!first || !second || kind === 'plain' || kind === 'change' || kind === 'goods') return seats.map((seat) => lineOf(seat))
    const { coupon, couponForTwo, member } = this.#offer
    const found = await this.#lookUp(buyer, kind === 'member' ? member : kind === 'coupon' ? coupon : couponForTwo)
    const one = lineOf(first, found.ticket.id)
    if (kind === 'member') return [{ ...one, ticket: { ...one.ticket, memberNumber: found.member?.memberNumber ?? '' } }, lineOf(second)]
    const code = kind === 'coupon' ? coupon : couponForTwo
    const withCode = { ...one, ticket: { ...one.ticket, code } }
    const sub = lineOf(second, found.ticket.id)
    return kind === 'coupon'
      ? [withCode, lineOf(second)]
      : [withCode, { ...sub, ticket: { ...sub.ticket, code, isMultiplyFactorSubTicket: true } }]
  }

  async #lookUp(buyer: Buyer, code: string): Promise<AnswerOf<typeof ticketByCode>> {
    return readAnswer(ticketByCode, await buyer.get(`/api/presentations/1/ticket?sectionId=1&ticketGroupId=1&ticketCode=${code}`))
  }

  async #pay(
    buyer: Buyer,
    seats: readonly CartSeat[],
    { voucher, way, kind, modify }: { voucher: boolean; way: Way; kind: (typeof WISHES)[number]['kind']; modify?: OrderCart['modify'] },
  ): Promise<MixedOrder | undefined> {
    const { beside, film } = this.#offer.goods ?? {}
    const goods = kind === 'film' && film !== undefined ? { films: [{ vodId: film }] } : kind === 'goods' ? beside : {}
    const cart = { ...(seats.length > 0 && { presentations: [{ id: 1, seats }] }), ...goods, ...(modify && { modify }) }
    readAnswer(storeCart, await buyer.post('/api/cart', { cart }))
    const payment = voucher ? await this.#lookUpVoucher(buyer) : undefined
    const voucherPayments = payment ? [{ id: payment.id, amount: 30 }] : []
    readAnswer(storeCart, await buyer.post('/api/cart', { cart: { ...cart, voucherPayments } }))
    const paymentIdentifier = await payBy(buyer, way)
    if (paymentIdentifier === undefined) return undefined
    const order = { customerInfo: CUSTOMER, seats: [...seats], ...goods, voucherPayments, paymentIdentifier, ...(modify && { modify }) }
    const { reservationIdentifier, ticketIdentifiers } = readAnswer(commitOrder, await buyer.commit(order))
    const given = kind === 'goods' ? ([1, 1, 0] as const) : kind === 'film' ? ([0, 0, 1] as const) : ([0, 0, 0] as const)
    const voucherAmount = payment ? 3_000 : 0
    const made = { resId: reservationIdentifier, tickets: ticketIdentifiers, voucher: voucherAmount, changes: modify?.resId ?? null, given }
    this.acknowledged.push(made)
    return made
  }

  async #lookUpVoucher(buyer: Buyer) {
    const reference = this.#offer.vouchers.pop() ?? ''
    return readAnswer(checkVoucher, await buyer.get(`/api/payment/voucher?reference=${reference}`)).payment
  }

  /** Exchanges the ticket for two other seats, of which the second has to be paid. */
  async #change(buyer: Buyer, { resId, tickets }: MixedOrder, way: Way): Promise<void> {
    const seats = this.#offer.seats.splice(0, 2)
    await buyer.lock(...seats)
    const lines = seats.map((seat) => lineOf(seat))
    await this.#pay(buyer, lines, { voucher: false, way, kind: 'change', modify: { resId, tickets: [...tickets] } })
  }
}

/** Pays in the provider's form. @returns the result of its redirect, undefined if there is none */
async function payBy(buyer: Buyer, way: Way): Promise<string | undefined> {
  if (way === 'card') return buyer.payByCard()
  if (way === 'silentCard') return buyer.payByCard(CARDS.timeoutAfterCharging)
  const { paymentFormURL } = readAnswer(paymentForm, await buyer.get('/api/payment/form/he?paypal=true'))
  const answer = await fetch(new URL(paymentFormURL, buyer.origin), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ wallet: way === 'wallet' ? 'approved' : 'stays' }),
  })
  if (way === 'walletThenGone') return undefined
  const identifier = new URL(answer.headers.get('location') ?? '', buyer.origin).searchParams.get('paymentIdentifier')
  if (answer.status !== 303 || !identifier) throw new Error(`The wallet answered ${String(answer.status)}.`)
  return identifier
}
