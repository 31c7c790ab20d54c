import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { OpenedForm, RivalOrder } from '../port/held-rules.ts'
import type { HeldClaim } from './seats-held.ts'

/**
 * The visitor's orders of held seats. In general admission an order takes any places of the section, so one that is younger than the form counts whatever places it has.
 */
export async function seatRivals(client: Queryable, { form_id, holder }: OpenedForm, held: readonly HeldClaim[]): Promise<RivalOrder[]> {
  const { rows } = await client.query<RivalOrder>({
    name: 'seat-rivals',
    text: `SELECT DISTINCT o.order_id, o.state FROM unnest($2::int[], $3::int[]) AS h (show, seat)
           JOIN orders o ON o.holder = $1 AND o.state IN ('paying', 'paid', 'unpaid')
           JOIN order_seat s ON s.order_id = o.order_id AND s.presentation_id = h.show
           WHERE s.seat_id = h.seat OR (o.created_at > (SELECT created_at FROM payment_form WHERE form_id = $4) AND EXISTS (
             SELECT FROM presentation p JOIN section x USING (seatplan_id) WHERE p.presentation_id = h.show AND x.section_id = s.section_id
               AND h.seat BETWEEN x.first_place AND x.first_place + x.capacity - 1))`,
    values: [holder, held.map((one) => one.presentationId), held.map((one) => one.seatId), form_id],
  })
  return rows
}
