import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Entries of a membership that an order used. */
export interface MemberUse {
  readonly at: number
  readonly entries: number
  /** '' for a feature that the catalogue does not have any more. */
  readonly featureName: string
  /** null if the order is another customer's. */
  readonly reservationIdentifier: string | null
}

interface UseRow {
  readonly memberNumber: string
  readonly at: Date
  readonly quantity: number
  readonly presentationId: number
  readonly reservation: string | null
}

const MOST = 200

/** The uses of a customer's memberships by member number, newest first. */
export async function memberUsesOf(customerId: number): Promise<ReadonlyMap<string, readonly MemberUse[]>> {
  const { presentations, features } = await catalogue()
  const { rows } = await database().query<UseRow>({
    name: 'uses-of-members',
    text: `SELECT e.public_code AS "memberNumber", u.at, u.quantity, u.presentation_id AS "presentationId",
             CASE WHEN o.customer_id = $1 THEN o.reservation_identifier END AS reservation
           FROM entitlement e JOIN entitlement_use u USING (entitlement_id) JOIN orders o USING (order_id)
           WHERE e.customer_id = $1 AND e.kind = 'member' ORDER BY u.at DESC, u.use_id DESC LIMIT $2`,
    values: [customerId, MOST],
  })
  const featureOf = (id: number) => features.get(presentations.get(id)?.featureId ?? 0)?.name ?? ''
  return new Map(
    [...Map.groupBy(rows, ({ memberNumber }) => memberNumber)].map(([number, own]) => [
      number,
      own.map(({ at, quantity, presentationId, reservation }) => ({
        ...{ at: at.getTime(), entries: quantity, featureName: featureOf(presentationId), reservationIdentifier: reservation },
      })),
    ]),
  )
}
