import { randomBytes, randomUUID } from 'node:crypto'
import { checkWanted } from '#lib/server/orders/cart/carts.ts'
import { commit } from '#lib/server/orders/commit/orders.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { currentProvider } from '#lib/server/providers/payment/current-provider.ts'
import { formOf, keepCard } from '#lib/server/providers/payment/sandbox-form.ts'
import { wantedItems } from '#lib/server/sold/kinds.ts'

/** What a cart may hold, and who orders it. */
export type DemoCart = Parameters<typeof commit>[1]['cart']

const LOCALE = 'he'

/** Signs a customer of the demo in to a session whose secret nobody has. @returns its uuid */
export async function openBuyer(customerId: number): Promise<string> {
  const uuid = randomUUID()
  await database().query(
    `INSERT INTO session (uuid, sid_hash, customer_id, signed_in_at, signed_in_by) VALUES ($1, $2, $3, now(), 'mobile')`,
    [uuid, randomBytes(32), customerId],
  )
  return uuid
}

/** Withholds the messages of what was bought, as those of all invented buyers, and signs out; locks that nothing was ordered with are free again. */
export async function closeBuyer(uuid: string): Promise<void> {
  await database().query(`UPDATE outbox SET state = 'withheld' WHERE order_id IN (SELECT order_id FROM orders WHERE holder = $1)`, [uuid])
  await database().query(`UPDATE seat_claim SET expires_at = now() WHERE holder = $1 AND state = 'H'`, [uuid])
  await database().query('DELETE FROM session_grant WHERE uuid = $1', [uuid])
  await database().query('UPDATE session SET customer_id = NULL, signed_in_at = NULL, signed_in_by = NULL WHERE uuid = $1', [uuid])
}

/** Orders a cart as the shop does, and pays it by a card of the sandbox. @returns whether it was ordered */
export async function order(uuid: string, cart: DemoCart): Promise<boolean> {
  const items = wantedItems(cart)
  const checked = items.ok ? await checkWanted(uuid, items.value) : items
  if (!checked.ok) return false
  const amount = checked.value.totals.balanceDue
  const paid = amount > 0 && { paymentIdentifier: await typeCard(uuid, amount) }
  return (await commit(uuid, { cart: { ...cart, ...paid } }, LOCALE)).ok
}

/** Types the card that is always accepted into a form of the sandbox. @returns the payment's identifier */
async function typeCard(uuid: string, amount: number): Promise<string> {
  const { formName } = await currentProvider().openForm({
    ...{ formId: randomUUID(), uuid, amount, maxPayments: 1, method: 'card', locale: LOCALE, description: '' },
    ...{ returnUrl: '/', callbackUrl: '/' },
  })
  const form = await formOf(formName)
  if (!form) throw new Error('The sandbox has not opened a form.')
  return (await keepCard(form, { behaviour: 'accepted', last4: '0000', payments: 1 })).name
}
