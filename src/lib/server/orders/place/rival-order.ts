import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { HeldClaim } from '#lib/server/payments/payment-form-body.ts'

/** The visitor's own order of what a form was opened for. */
export interface RivalOrder {
  readonly order_id: string
  readonly state: string
}

/**
 * The visitor's order of the seats of a form, or of its cart, which another tab has made with another payment; one that is paid before one that is not. In general
 * admission an order takes any places of the section, so one that is younger than the form counts whatever places it has.
 * @param held what was held when the form was opened
 */
export async function rivalOrderOf(
  client: Queryable,
  form: { readonly form_id: string; readonly holder: string },
  held: readonly HeldClaim[],
): Promise<RivalOrder | undefined> {
  const { rows } = await client.query<RivalOrder>({
    name: 'rival-order',
    text: `SELECT o.order_id, o.state FROM unnest($2::int[], $3::int[]) AS h (show, seat)
           JOIN orders o ON o.holder = $1 AND o.state IN ('paying', 'paid', 'unpaid')
           JOIN order_seat s ON s.order_id = o.order_id AND s.presentation_id = h.show
           WHERE s.seat_id = h.seat OR (o.created_at > (SELECT created_at FROM payment_form WHERE form_id = $4) AND EXISTS (
             SELECT FROM presentation p JOIN section x USING (seatplan_id) WHERE p.presentation_id = h.show AND x.section_id = s.section_id
               AND h.seat BETWEEN x.first_place AND x.first_place + x.capacity - 1))
           UNION SELECT o.order_id, o.state FROM payment_form f JOIN orders o ON o.cart_id = f.cart_id
             AND o.state IN ('paying', 'paid', 'unpaid') WHERE f.form_id = $4
           ORDER BY state LIMIT 1`,
    values: [form.holder, held.map((one) => one.presentationId), held.map((one) => one.seatId), form.form_id],
  })
  return rows[0]
}
