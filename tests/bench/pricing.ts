import { orderCart, type CartSeat } from '#lib/contract/order/order-cart.ts'
import type { Catalogue, Presentation, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { checkProducts } from '#lib/domain/cart/check-product.ts'
import { checkCart, type WantedCart } from '#lib/domain/cart/check-cart.ts'
import { checkSeats, referenceName, type PlanFacts } from '#lib/domain/cart/check-seat.ts'
import { factsOfPlan, wantedSeat } from '#lib/server/sold/seat/seat.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { planOf } from '#lib/server/catalogue/seatplans.ts'
import { plainTicket } from '#tests/domain/catalogue/catalogue-fixtures.ts'
import { facts, grant, voucher } from '#tests/domain/cart/cart-fixtures.ts'
import { percentile, scaled, type Bench } from './bench.ts'

const LINES = 50
const LIMIT = 1
const RUNS = 5_000

/**
 * Checks and prices a cart of 50 lines in the demo's largest house: ordinary tickets, coupons for two, member tickets, listed references, a product and two
 * vouchers. Beside it in the same run, in turns: what reading the same cart costs before that, JSON.parse and the contract's zod parse.
 */
export async function benchPricing({ print }: Bench): Promise<void> {
  const { house, plans, body } = await cartOfLargestHouse(await catalogue())
  const text = JSON.stringify(body)
  const cart = orderCart.parse(body)
  const known = facts(GRANTS, [voucher(), voucher({ id: 2 })])
  const price = () => {
    const { seats, products, vouchers } = wantedOf(cart)
    const seatFacts = { plans, grants: known.grants }
    return checkCart(house, known, {
      parts: [(around) => checkSeats(around, seatFacts, seats), (around) => checkProducts(around, products)],
      vouchers,
    })
  }
  const checked = price()
  if (!checked.ok || checked.value.lines.length !== LINES + 1 || checked.value.uses.length !== 3) throw new Error(JSON.stringify(checked))
  const [priced, parsed, read] = inTurns([price, () => orderCart.parse(body), () => JSON.parse(text) as unknown])
  if (!priced || !parsed || !read) return
  const [p50, p95] = [percentile(priced, 0.5), percentile(priced, 0.95)]
  print(
    `pricing: ${String(LINES)} lines with codes, members, references, a product and vouchers, ${String(priced.length)} runs: ` +
      `p50 ${micro(p50)}, p95 ${micro(p95)}, p99 ${micro(percentile(priced, 0.99))}; ratio to the limit of ${String(LIMIT)} ms: ${(p95 / LIMIT).toFixed(2)}; ` +
      `reading the same cart: zod ${micro(percentile(parsed, 0.5))} (pricing takes ${(p50 / percentile(parsed, 0.5)).toFixed(2)} of it), ` +
      `JSON.parse ${micro(percentile(read, 0.5))} (${(p50 / percentile(read, 0.5)).toFixed(2)})`,
  )
}

/** The times of each task, in ms, after a warm-up. */
function inTurns(tasks: readonly (() => unknown)[]): number[][] {
  const runs = scaled(RUNS)
  const times = tasks.map(() => [] as number[])
  for (let run = -runs / 5; run < runs; run++) {
    for (const [at, task] of tasks.entries()) {
      const startedAt = performance.now()
      task()
      if (run >= 0) times[at]?.push(performance.now() - startedAt)
    }
  }
  return times
}

function micro(value: number): string {
  return `${(value * 1000).toFixed(0)} µs`
}

const ID = { pair: 900_001, member: 900_002, listed: 900_003 }

const GRANTS = [
  grant({ publicCode: 'STAGE', ticketIds: new Set([ID.pair]), usesLeft: 100 }),
  grant({ id: 2, kind: 'member', publicCode: 'M-1', ticketIds: new Set([ID.member]), usesLeft: 100 }),
  grant({
    id: 3,
    kind: 'reference',
    publicCode: referenceName(ID.listed, { ref1: '7001' }),
    ticketIds: new Set([ID.listed]),
    usesLeft: 100,
  }),
]

function redeemingTickets(ticketGroupId: number): Ticket[] {
  return [
    plainTicket({ id: ID.pair, ticketGroupId, access: 'code', multiplyFactor: 2 }),
    plainTicket({ id: ID.member, ticketGroupId, access: 'member' }),
    plainTicket({ id: ID.listed, ticketGroupId, ref1prompt: '?', referenceCheck: 'list' }),
  ]
}

interface Prepared {
  readonly house: Catalogue
  readonly plans: ReadonlyMap<number, PlanFacts>
  readonly body: {
    readonly seats: CartSeat[]
    readonly products: { id: number; quantity: number }[]
    readonly voucherPayments: { id: number }[]
  }
}

/** The demo's catalogue, whose largest house also sells what codes give, and a cart of it as the wire has it. */
async function cartOfLargestHouse(from: Catalogue): Promise<Prepared> {
  const sizeOf = ({ seatplanId }: Presentation) => from.seatplans.get(seatplanId)?.sections.reduce((sum, one) => sum + one.capacity, 0) ?? 0
  const [largest] = [...from.presentations.values()].filter((one) => !one.isCancelled).sort((one, other) => sizeOf(other) - sizeOf(one))
  const plan = largest && (await planOf(largest.seatplanId))
  const sold = largest?.prices.find(({ allocationId }) => allocationId !== -1)
  const group = from.ticketGroups.get(sold?.ticketGroupId ?? 0)
  const open = group?.tickets.find(({ access, walkin }) => access === 'open' && !walkin)
  const [product] = from.products.values()
  if (!plan || !sold || !group || !open || !product) throw new Error('The demo catalogue sells no seats')
  const presentation = { ...largest, maxSeats: LINES, productIds: [product.id] }
  const seats = plan.seats.filter(({ category }) => category === sold.category).slice(0, LINES)
  return {
    house: {
      ...from,
      presentations: new Map([...from.presentations, [presentation.id, presentation]]),
      ticketGroups: new Map([...from.ticketGroups, [group.id, { ...group, tickets: [...group.tickets, ...redeemingTickets(group.id)] }]]),
    },
    plans: new Map([[plan.id, factsOfPlan(plan)]]),
    body: {
      seats: seats.map((seat, at) => cartSeat(presentation, group.id, open.id, seat, at)),
      products: [{ id: product.id, quantity: 1 }],
      voucherPayments: [{ id: 1 }, { id: 2 }],
    },
  }
}

/** Of ten lines two have a coupon for two, two a member's ticket, two a listed reference, four the ordinary ticket. */
function cartSeat(
  presentation: Presentation,
  ticketGroupId: number,
  openId: number,
  seat: { readonly sectionId: number; readonly x: number; readonly y: number; readonly rowName: string; readonly seatName: string },
  at: number,
): CartSeat {
  const kinds = [
    { ticketId: ID.pair, code: 'STAGE' },
    { ticketId: ID.pair, code: 'STAGE', isMultiplyFactorSubTicket: true },
    { ticketId: ID.member, memberNumber: 'M-1' },
    { ticketId: ID.member, memberNumber: 'M-1' },
    { ticketId: ID.listed, ref1: '7001' },
    { ticketId: ID.listed, ref1: '7001' },
  ]
  const place = {
    prsntId: presentation.id,
    ticketGroupId,
    venueId: presentation.venueId,
    seatplanId: presentation.seatplanId,
    sectionId: seat.sectionId,
  }
  const ticket = { ...place, ...(kinds[at % 10] ?? { ticketId: openId }) }
  return { XCoordinate: seat.x, YCoordinate: seat.y, RowName: seat.rowName, SeatName: seat.seatName, ticket }
}

function wantedOf({ seats, products = [], voucherPayments = [] }: ReturnType<typeof orderCart.parse>): WantedCart {
  return { seats: seats.map(wantedSeat), products, vouchers: voucherPayments }
}
