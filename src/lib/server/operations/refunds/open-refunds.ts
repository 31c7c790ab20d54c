import type { Agorot } from '#lib/domain/money/money.ts'
import { readOrderNumber } from '#lib/domain/orders/order-number.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** A refund that is not made yet, without any personal data. */
export interface OpenRefund {
  readonly refundId: string
  readonly reservationIdentifier: string
  /** As stored. */
  readonly orderNumber: string
  readonly amount: Agorot
  readonly provider: string
  /** 'refused': permanently, and waits for a person; 'intended': still being requested. */
  readonly state: 'refused' | 'intended'
  /** The provider's last message; null if it was not asked yet. */
  readonly failure: string | null
  readonly since: Date
}

/** Open refunds, those that wait for a person first, each group oldest first. @param reference limits to one order, by identifier or number */
export async function openRefunds(reference: string | null = null): Promise<readonly OpenRefund[]> {
  const { rows } = await database().query<OpenRefund>({
    name: 'open-refunds',
    text: `SELECT r.refund_id AS "refundId", o.reservation_identifier AS "reservationIdentifier", o.order_number AS "orderNumber", r.amount, p.provider, r.state, r.failure, r.created_at AS since
           FROM refund r JOIN orders o USING (order_id) JOIN payment p USING (payment_id)
           WHERE r.state IN ('intended', 'refused') AND ($1::text IS NULL OR o.reservation_identifier = $1 OR o.order_number = $2)
           ORDER BY r.state = 'intended', r.created_at, r.refund_id`,
    values: [reference, readOrderNumber(reference ?? '') ?? null],
  })
  return rows
}
