import type { HeldItems } from '#lib/server/payments/payment-form-body.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { heldRivals } from '#lib/server/sold/held.ts'
import type { OpenedForm, RivalOrder } from '#lib/server/sold/port/held-rules.ts'

/** Which of several counts: one that is paid, before one that is being paid, before one that is not paid yet. */
const ORDER = ['paid', 'paying', 'unpaid']

/**
 * The visitor's order of what was held for a form, or of its cart, which another tab has made with another payment.
 * @param held what was held when the form was opened
 */
export async function rivalOrderOf(client: Queryable, form: OpenedForm, held: HeldItems): Promise<RivalOrder | undefined> {
  const rivals = [...(await heldRivals(client, form, held)), ...(await cartRivals(client, form))]
  return rivals.sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))[0]
}

async function cartRivals(client: Queryable, { form_id }: OpenedForm): Promise<RivalOrder[]> {
  const { rows } = await client.query<RivalOrder>({
    name: 'cart-rivals',
    text: `SELECT o.order_id, o.state FROM payment_form f JOIN orders o ON o.cart_id = f.cart_id AND o.state IN ('paying', 'paid', 'unpaid')
           WHERE f.form_id = $1`,
    values: [form_id],
  })
  return rows
}
