import type { CartSeat, OrderCart } from '#lib/contract/order/order-cart.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { inParallel } from '#tests/bench/bench.ts'
import { holdSeats, lineOf, type SeatRow } from '#tests/bench/stadium-seats.ts'
import { Buyer } from '#tests/support/buyers/buyer.ts'
import { addEntitlement, grantTo } from '#tests/support/buyers/codes.ts'
import { CUSTOMER } from '#tests/support/buyers/house.ts'
import { holdVoucher, makeVoucher } from '#tests/support/buyers/vouchers.ts'

/** An order that only has to be committed. */
export interface PreparedOrder {
  readonly uuid: string
  readonly body: string
}

/** What is sold beside open tickets in the stadium of these benchmarks: by group, the ticket of a coupon for two and that of members; and a product. */
export interface Offer {
  readonly couponId: number
  readonly couponTicket: (groupId: number) => number
  readonly memberTicket: (groupId: number) => number
  readonly productId: number
}

const COUPON = 'BENCH'
const COUPON_USES = 1_000_000
/** What each buyer's own voucher holds and pays, in agorot. */
const VOUCHER = 2_000
const [COUPON_FROM, MEMBER_FROM] = [700_000, 800_000]

/** The stadium of the demo sells no codes, so it gets some: one coupon that all orders use, so that they meet at its row. */
export async function openOffer(seats: readonly SeatRow[]): Promise<Offer> {
  const groups = [...new Set(seats.map((seat) => seat.ticket_group_id))]
  await database().query('UPDATE ticket_group SET is_by_code_enabled = true WHERE ticket_group_id = ANY ($1::int[])', [groups])
  await database().query(
    `INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, access, multiply_factor)
     SELECT $2 + g, g, 91, 'שניים במחיר אחד', 12000, 'code', 2 FROM unnest($1::int[]) g UNION ALL
     SELECT $3 + g, g, 92, 'חברי מועדון', 7000, 'member', 1 FROM unnest($1::int[]) g`,
    [groups, COUPON_FROM, MEMBER_FROM],
  )
  const couponId = await addEntitlement({ kind: 'coupon', typed: COUPON, tickets: groups.map((id) => COUPON_FROM + id), uses: COUPON_USES })
  const { rows } = await database().query<{ id: number }>(
    'SELECT product_id AS id FROM presentation_product WHERE presentation_id = $1 ORDER BY 1 LIMIT 1',
    [seats[0]?.presentation_id],
  )
  await database().query('UPDATE catalogue_version SET version = version + 1')
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // the shop looks for a new version once a second
  return { couponId, couponTicket: (id) => COUPON_FROM + id, memberTicket: (id) => MEMBER_FROM + id, productId: rows[0]?.id ?? 0 }
}

let people = 0

/** Parties of four who sit side by side, in one row and so in one ticket group. */
export function partiesOf(seats: readonly SeatRow[]): SeatRow[][] {
  const parties: SeatRow[][] = []
  for (let at = 0; at + 4 <= seats.length;) {
    const party = seats.slice(at, at + 4)
    const isTogether =
      new Set(party.map((seat) => `${String(seat.section_id)} ${String(seat.y)} ${String(seat.ticket_group_id)}`)).size === 1
    if (isTogether) parties.push(party)
    at += isTogether ? 4 : 1
  }
  return parties
}

/** Their orders: stored cart, opened form and filled-in card by the shop's own calls; locks and look-ups straight into the database. */
export async function prepareOrders(
  origin: string,
  parties: readonly (readonly SeatRow[])[],
  offer: Offer | undefined,
): Promise<readonly PreparedOrder[]> {
  const prepared: PreparedOrder[] = []
  await inParallel(parties, 8, async (party) => {
    prepared.push(await prepareOne(origin, party, offer))
  })
  return prepared
}

async function prepareOne(origin: string, party: readonly SeatRow[], offer: Offer | undefined): Promise<PreparedOrder> {
  const buyer = new Buyer(origin)
  await holdSeats(buyer.uuid, party)
  const plain = { customerInfo: CUSTOMER, seats: party.map(lineOf) }
  const cart = offer ? { ...plain, ...(await redeemed(buyer.uuid, party, offer)) } : plain
  const { customerInfo, seats, ...rest } = cart
  const presentations = [{ id: seats[0]?.ticket.prsntId, seats }]
  const stored = await buyer.post('/api/cart', { cart: { presentations, customerInfo, ...rest } })
  if (stored.status !== 200) throw new Error(`A cart answered ${String(stored.status)}: ${JSON.stringify(stored.body)}`)
  return { uuid: buyer.uuid, body: JSON.stringify({ cart: { ...cart, paymentIdentifier: await buyer.payByCard() } }) }
}

/** A coupon for two seats, a member's ticket, an open one; a product; ₪20 of a voucher. */
async function redeemed(uuid: string, party: readonly SeatRow[], offer: Offer): Promise<Omit<OrderCart, 'customerInfo'>> {
  const memberNumber = `bench-${String((people += 1))}`
  const groups = [...new Set(party.map((seat) => offer.memberTicket(seat.ticket_group_id)))]
  const member = await addEntitlement({ kind: 'member', typed: memberNumber, tickets: groups, uses: 4 })
  await grantTo(uuid, offer.couponId, member)
  return {
    seats: party.map((seat, n) => withTicket(lineOf(seat), n, memberNumber, offer)),
    products: [{ id: offer.productId, quantity: 1 }],
    voucherPayments: [{ id: await holdVoucher(uuid, await makeVoucher(VOUCHER)), amount: VOUCHER / 100 }],
  }
}

function withTicket(line: CartSeat, n: number, memberNumber: string, offer: Offer): CartSeat {
  const group = line.ticket.ticketGroupId
  if (n < 2)
    return { ...line, ticket: { ...line.ticket, ticketId: offer.couponTicket(group), code: COUPON, isMultiplyFactorSubTicket: n === 1 } }
  return n === 2 ? { ...line, ticket: { ...line.ticket, ticketId: offer.memberTicket(group), memberNumber } } : line
}
