import fc from 'fast-check'
import { expect } from 'vitest'
import type { CartSeat, OrderCart } from '#lib/contract/order/order-cart.ts'
import { storeCartOf } from '#lib/server/orders/cart/carts.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { CUSTOMER, lineOf, PLACE, prepareCard, seatAt } from './house.ts'
import type { RealHouse } from '#tests/support/seats/seat-commands.ts'
import { compareClaims } from '#tests/support/seats/seat-model-claims.ts'
import { SeatModel, type HouseFacts } from '#tests/support/seats/seat-model.ts'

/** What the visitors of a history may redeem: a coupon of a few uses, and one voucher for all. */
export interface Redeemables {
  readonly uses: number
  /** In agorot. */
  readonly balance: number
  readonly voucherId: number
}

export const COUPON = 'TEN'

/** Besides the seats: the ordered uses of the coupon, who has reserved one, and the balance of the voucher. */
export class OrderModel extends SeatModel {
  readonly offer: Redeemables
  ordered = 0
  balance: number
  readonly reserved = new Set<string>()

  constructor(house: HouseFacts, offer: Redeemables) {
    super(house)
    this.offer = offer
    this.balance = offer.balance
  }

  /** Whether the visitor may have a use. Not available are those of orders and those reserved by others who hold something. */
  hasUseFor(visitor: string): boolean {
    const others = [...this.reserved].filter((one) => one !== visitor && this.heldBy(one).length > 0)
    return this.ordered + others.length < this.offer.uses
  }

  /** Reserves a use for the visitor. A visitor who holds nothing any more has lost theirs: it does not come back with the next seat. */
  reserve(visitor: string): void {
    for (const other of this.reserved) if (other !== visitor && this.heldBy(other).length === 0) this.reserved.delete(other)
    this.reserved.add(visitor)
  }
}

type Command = fc.AsyncCommand<OrderModel, RealHouse>

/** A ticket by the coupon, an open one, a place, the fee, in agorot. */
const [BY_COUPON, SEAT, PLACE_PRICE, FEE] = [9_000, 10_500, 5_000, 700]

function command(kind: string, name: string, act: (model: OrderModel, uuids: readonly string[]) => Promise<string>): Command {
  return {
    check: () => true,
    run: async (model, { visitors, happened }) => {
      const outcome = `${kind}: ${await act(model, visitors)}`
      happened.set(outcome, (happened.get(outcome) ?? 0) + 1)
      await compareClaims(model)
      await compareRedeemed(model)
    },
    toString: () => name,
  }
}

async function compareRedeemed(model: OrderModel): Promise<void> {
  const { rows } = await database().query(
    `SELECT (SELECT coalesce(sum(quantity), 0)::int FROM entitlement_use WHERE order_id IS NOT NULL) AS ordered,
       (SELECT balance FROM system_voucher WHERE system_voucher_id = $1) AS balance`,
    [model.offer.voucherId],
  )
  expect(rows).toEqual([{ ordered: model.ordered, balance: model.balance }])
}

/** The visitor's holds as cart lines, the first seat by the coupon if wanted. */
function linesOf(model: OrderModel, uuid: string, byCoupon: boolean): CartSeat[] {
  const lines = model.heldBy(uuid).map((seat) => lineOf(seat >= 1_000_000 ? PLACE : seatAt(seat % 1_000, 1)))
  const [first, ...rest] = lines
  if (!byCoupon || !first) return lines
  return [{ ...first, ticket: { ...first.ticket, ticketId: 101, code: COUPON } }, ...rest]
}

function holdsSeat(model: OrderModel, uuid: string): boolean {
  return model.heldBy(uuid).some((seat) => seat < 1_000_000)
}

const stores = (visitor: number, byCoupon: boolean) =>
  command(
    byCoupon ? 'apply' : 'remove',
    `visitor ${String(visitor)} ${byCoupon ? 'applies' : 'removes'} the coupon`,
    async (model, uuids) => {
      const uuid = uuids[visitor % uuids.length] ?? ''
      if (byCoupon && !holdsSeat(model, uuid)) return 'nothing held'
      const expected = byCoupon && !model.hasUseFor(uuid) ? 'COUPON_USED' : 'done'
      const stored = await storeCartOf(uuid, { presentations: [{ id: 1, seats: linesOf(model, uuid, byCoupon) }] })
      expect(stored.ok ? 'done' : stored.refusal.code).toBe(expected)
      if (!byCoupon) model.reserved.delete(uuid)
      else if (stored.ok) model.reserve(uuid)
      return expected
    },
  )

interface Means {
  readonly byCoupon: boolean
  readonly byVoucher: boolean
  readonly card: 'accepted' | 'declined'
}

const redeems = (visitor: number, { byCoupon, byVoucher, card }: Means) =>
  command(
    'redeem',
    `visitor ${String(visitor)} pays${byCoupon ? ' with the coupon' : ''}${byVoucher ? ' with the voucher' : ''}, ${card}`,
    async (model, uuids) => {
      const uuid = uuids[visitor % uuids.length] ?? ''
      if (!holdsSeat(model, uuid)) return 'nothing held'
      const own = model.heldBy(uuid)
      const whole = own.reduce((sum, seat) => sum + (seat >= 1_000_000 ? PLACE_PRICE : SEAT), FEE) - (byCoupon ? SEAT - BY_COUPON : 0)
      const voucher = byVoucher ? Math.min(model.balance, whole) : 0
      const expected =
        byCoupon && !model.hasUseFor(uuid) ? 'COUPON_USED' : card === 'declined' && whole > voucher ? 'CARD_DECLINED' : 'done'
      const cart: OrderCart = {
        customerInfo: CUSTOMER,
        seats: linesOf(model, uuid, byCoupon),
        ...(voucher > 0 && { voucherPayments: [{ id: model.offer.voucherId, amount: voucher / 100 }] }),
        ...(whole > voucher && { paymentIdentifier: await prepareCard(uuid, whole - voucher, card) }),
      }
      const made = await commit(uuid, { cart }, 'he')
      expect(made.ok ? 'done' : made.refusal.code).toBe(expected)
      if (expected === 'COUPON_USED') return expected
      if (byCoupon) model.reserve(uuid)
      if (expected === 'CARD_DECLINED') return expected // The use belongs to the cart again.
      if (byCoupon) {
        model.ordered += 1
        model.reserved.delete(uuid)
      }
      model.balance -= voucher
      for (const seat of own) model.sell(seat)
      model.forgetTimes(uuid)
      return voucher > 0 ? 'done with the voucher' : 'done'
    },
  )

export function redeemCommands(visitors: number): fc.Arbitrary<Command>[] {
  const visitor = fc.nat({ max: visitors - 1 })
  const means = fc.record({
    byCoupon: fc.boolean(),
    byVoucher: fc.boolean(),
    card: fc.constantFrom('accepted' as const, 'accepted' as const, 'declined' as const),
  })
  return [
    fc.tuple(visitor, fc.constantFrom(true, true, false)).map(([who, byCoupon]) => stores(who, byCoupon)),
    fc.tuple(visitor, fc.constantFrom(true, true, false)).map(([who, byCoupon]) => stores(who, byCoupon)),
    fc.tuple(visitor, means).map(([who, how]) => redeems(who, how)),
    fc.tuple(visitor, means).map(([who, how]) => redeems(who, how)),
    fc.tuple(visitor, means).map(([who, how]) => redeems(who, how)),
  ]
}
