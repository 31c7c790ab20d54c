import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'

/** Entries of a membership that an order used. */
export interface MemberUse {
  readonly at: number
  readonly entries: number
  /** What its money paid of that order, in agorot; null: it has entries. */
  readonly amount: number | null
  /** '' for a feature that the catalogue does not have any more. */
  readonly featureName: string
  /** null if the order is another customer's. */
  readonly reservationIdentifier: string | null
}

interface UseRow {
  readonly memberNumber: string
  readonly at: Date
  readonly quantity: number
  readonly amount: number | null
  readonly orderId: string
  readonly presentationId: number
  readonly reservation: string | null
}

const MOST = 200

/** The uses of a customer's memberships by member number, newest first. */
export async function memberUsesOf(
  customerId: number,
  locale: Locale = DEFAULT_LOCALE,
): Promise<ReadonlyMap<string, readonly MemberUse[]>> {
  const { presentations, features } = await catalogue(locale)
  const { rows } = await database().query<UseRow>({
    name: 'uses-of-members',
    text: `SELECT e.public_code AS "memberNumber", u.at, u.quantity, o.order_id AS "orderId", u.presentation_id AS "presentationId",
             CASE WHEN o.customer_id = $1 THEN o.reservation_identifier END AS reservation,
             (SELECT CASE WHEN v.system_voucher_id IS NOT NULL THEN coalesce(-sum(l.amount), 0)::int END FROM system_voucher v
                LEFT JOIN voucher_ledger l ON l.system_voucher_id = v.system_voucher_id AND l.order_id = u.order_id
              WHERE v.entitlement_id = e.entitlement_id GROUP BY v.system_voucher_id) AS amount
           FROM entitlement e JOIN entitlement_use u USING (entitlement_id) JOIN orders o USING (order_id)
           WHERE e.customer_id = $1 AND e.kind = 'member' ORDER BY u.at DESC, u.use_id DESC LIMIT $2`,
    values: [customerId, MOST],
  })
  // The money that an order took stands once, whatever it was for.
  const isFirst = ({ amount, orderId, memberNumber }: UseRow, at: number) =>
    amount === null || at === rows.findIndex((row) => row.orderId === orderId && row.memberNumber === memberNumber)
  const featureOf = (id: number) => features.get(presentations.get(id)?.featureId ?? 0)?.name ?? ''
  return new Map(
    [...Map.groupBy(rows.filter(isFirst), ({ memberNumber }) => memberNumber)].map(([number, own]) => [
      number,
      own.map(({ at, quantity, amount, presentationId, reservation }) => ({
        ...{ at: at.getTime(), entries: quantity, amount, featureName: featureOf(presentationId), reservationIdentifier: reservation },
      })),
    ]),
  )
}
