import type { Agorot } from '#lib/domain/money/money.ts'
import { linesIn, type NamedLine } from '#lib/server/catalogue/line-words.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'

/** One cancellation as its buyer sees it. Times are ms since 1970. */
export interface ShownCancellation {
  readonly cancellationId: string
  readonly at: number
  readonly isWhole: boolean
  readonly tickets: number
  /** How many of them went back to the bundles that had paid them. */
  readonly toBundles: number
  /** The names of what was cancelled beside tickets. */
  readonly products: readonly string[]
  /** What was paid for what was cancelled, and what of it the house has kept. */
  readonly worth: Agorot
  readonly charge: Agorot
  readonly toCard: Agorot
  /** Of the card that got the most; empty where none is known. */
  readonly last4: string
  /** False while a provider has not said yet that it gave back. */
  readonly isRefunded: boolean
  /** The provider had refused, and some of it was paid back in another way than to the card. */
  readonly isPaidOtherwise: boolean
  /** Also balances of memberships. */
  readonly toVouchers: Agorot
  /** The part of `toVouchers` that went back to balances of memberships. */
  readonly toMembers: Agorot
  readonly toCredit: Agorot
}

interface Row extends Omit<ShownCancellation, 'at' | 'products'> {
  readonly at: Date
  readonly products: readonly NamedLine[]
}

/** What of an order was cancelled, in the order of time. @param locale the language of the names: what is not said in it stays as it was sold */
export async function cancellationsOf(orderId: string, locale: Locale = DEFAULT_LOCALE): Promise<ShownCancellation[]> {
  const { rows } = await database().query<Row>({
    name: 'cancellations-of-order',
    text: `SELECT cancellation_id AS "cancellationId", at, is_whole AS "isWhole", worth, charge, to_payments AS "toCard", to_vouchers AS "toVouchers",
             returned_to_members(c) AS "toMembers", to_credit AS "toCredit",
             (SELECT count(*)::int FROM order_seat s WHERE s.cancellation_id = c.cancellation_id) AS tickets,
             (SELECT count(s.bundle_id)::int FROM order_seat s WHERE s.cancellation_id = c.cancellation_id) AS "toBundles",
             ARRAY(SELECT json_build_object('kind', 'product', 'id', product_id, 'name', name) FROM order_product p WHERE p.order_id = c.order_id AND p.cancellation_id = c.cancellation_id ORDER BY product_id)
               || ARRAY(SELECT json_build_object('kind', kind, 'id', subject_id, 'priceId', price_id, 'name', name) FROM order_item i WHERE i.cancellation_id = c.cancellation_id ORDER BY kind, line) AS products,
             NOT EXISTS (SELECT FROM refund r WHERE r.order_id = c.order_id AND r.cause = c.cancellation_id
               AND r.state IN ('intended', 'refused')) AS "isRefunded",
             EXISTS (SELECT FROM refund r WHERE r.order_id = c.order_id AND r.cause = c.cancellation_id AND r.state = 'settled') AS "isPaidOtherwise",
             coalesce((SELECT p.last4 FROM refund r JOIN payment p USING (payment_id) WHERE r.order_id = c.order_id AND r.cause = c.cancellation_id
               ORDER BY r.amount DESC LIMIT 1), '') AS last4
           FROM cancellation c WHERE order_id = $1 ORDER BY at, cancellation_id`,
    values: [orderId],
  })
  const cancelled = rows.map(async ({ at, products, ...row }) => {
    const named = await linesIn(locale, products)
    return { ...row, at: at.getTime(), products: named.map(({ name }) => name) }
  })
  return Promise.all(cancelled)
}
