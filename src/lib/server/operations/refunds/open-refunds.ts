import type { Agorot } from '#lib/domain/money/money.ts'
import { readOrderNumber } from '#lib/domain/orders/order-number.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** A refund that is not made yet. Nothing of it says whose it is. */
export interface OpenRefund {
  readonly refundId: string
  readonly reservationIdentifier: string
  /** As it is stored. */
  readonly orderNumber: string
  readonly amount: Agorot
  readonly provider: string
  /** 'refused': for good, and it waits for a person; 'intended': it is asked for still. */
  readonly state: 'refused' | 'intended'
  /** What the provider said last; null where it was not asked yet. */
  readonly failure: string | null
  readonly since: Date
}

/** Those that wait for a person first, the oldest of each first. @param reference of that order only: its identifier or its number */
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
