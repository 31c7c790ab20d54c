import { loadedMobile } from '#lib/domain/customers/loaded-customer.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import type { Reached } from '#lib/server/customers/account/customer-contact-notice.ts'
import type { DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { isAreaStillOpen } from '#lib/server/customers/session/customer-session.ts'
import { ordersOfCustomer } from './customer-order-rows.ts'
import { stateOfLine } from './customer-reservations.ts'
import { accountDeletedMail } from '#lib/server/customers/sign-in/account-messages.ts'
import { adoptOrders } from '#lib/server/customers/sign-in/customers.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransactionKeptWhenRefused } from '#lib/server/platform/db/transactions.ts'
import { endSessionsOf } from '#lib/server/customers/session/devices.ts'
import { enqueueSealed } from '#lib/server/outbox/outbox-sealed.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'
import { forgetKept } from '#lib/server/entitlements/kept-vouchers.ts'
import { forgetFriends } from '#lib/server/friends/sent-tickets.ts'
import { forgetReceivers } from '#lib/server/gifts/forget-receivers.ts'
import { forgetReturns } from '#lib/server/integrations/forget-returns.ts'
import { forgetWaiting } from '#lib/server/wait-list/wait-request.ts'

const NOTICE_SECONDS = 3 * 86_400

/**
 * Deletes a customer's data in one transaction. The emptied row stays for its orders, whose names and amounts stay for accounting, without any contact. Ends
 * all sessions. Refusals: SIGN_IN_AGAIN, DELETION_HAS_TICKETS (tickets that still admit, tickets of cancelled shows without a refund, unpaid holds, a payment
 * in progress).
 */
export async function deleteCustomerOf({ visitor, customer, caller, locale }: DetailsCaller): Promise<Result<null>> {
  if (!customer.isFresh) return refuse('SIGN_IN_AGAIN')
  const { customerId } = customer
  // What was ordered with the number or the address is the customer's even if the deletion is refused for it: then the area shows which tickets those are.
  return inTransactionKeptWhenRefused(async (client) => {
    const reached = await lockCustomer(client, customerId)
    if (!reached || !(await isAreaStillOpen(client, visitor, customerId))) return refuse('NOT_SIGNED_IN')
    await adoptAll(client, customerId, reached)
    if (await hasLiveOrders(client, customerId, reached.now)) return refuse('DELETION_HAS_TICKETS')
    await forgetWaiting(client, provedContactsOf(reached))
    await tellDeleted(client, reached, locale)
    await endSessionsOf(client, customerId, null)
    await forgetFriends(client, customerId)
    await forgetKept(client, customerId)
    await forgetReturns(client, customerId)
    for (const [name, text] of Object.entries(STEPS)) await client.query({ name, text, values: [customerId] })
    await forgetReceivers(client)
    await logSecurity(client, { action: 'customer deleted', customerId, uuid: visitor.uuid, caller })
    await audit(client, { action: 'delete customer', subject: String(customerId), uuid: visitor.uuid })
    return accept(null)
  })
}

/** Locks the customer's row. A concurrent order for the customer refers to it, so it commits before or after. */
async function lockCustomer(client: Queryable, customerId: number): Promise<(Reached & { readonly now: Date }) | undefined> {
  const { rows } = await client.query<Reached & { now: Date }>({
    name: 'customer-to-delete',
    text: `SELECT mobile_number AS "mobileNumber", email, is_email_proved AS "isEmailProved", now() AS now
           FROM customer WHERE customer_id = $1 AND deleted_at IS NULL FOR UPDATE`,
    values: [customerId],
  })
  return rows[0]
}

/** Adopts orders made with the number or the proved address since the last proof, so that they are anonymised too. */
async function adoptAll(client: Queryable, customerId: number, { mobileNumber, email, isEmailProved }: Reached): Promise<void> {
  if (mobileNumber !== null) await adoptOrders(client, customerId, { mobileNumber: loadedMobile(mobileNumber) })
  if (isEmailProved && email !== '') await adoptOrders(client, customerId, { email })
}

function provedContactsOf({ mobileNumber, email, isEmailProved }: Reached): readonly string[] {
  return [...(mobileNumber === null ? [] : [mobileNumber]), ...(isEmailProved && email !== '' ? [email] : [])]
}

async function hasLiveOrders(client: Queryable, customerId: number, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'has-open-orders',
    text: `SELECT EXISTS (SELECT FROM orders WHERE customer_id = $1 AND state IN ('unpaid', 'paying'))
             OR EXISTS (SELECT FROM orders o JOIN order_seat s USING (order_id) JOIN presentation p USING (presentation_id)
               WHERE o.customer_id = $1 AND o.state = 'paid' AND p.is_cancelled AND NOT is_gone(s) AND s.used_at IS NULL
                 AND s.price + s.service_charge > 0)
             OR EXISTS (SELECT FROM orders o JOIN film_ticket t USING (order_id) JOIN order_item i USING (order_id)
               WHERE o.customer_id = $1 AND o.state = 'paid' AND i.kind = 'film' AND i.cancellation_id IS NULL AND coalesce(t.ends_at, t.play_until) > now()) AS found`,
    values: [customerId],
  })
  if (rows[0]?.found === true) return true
  const moment = { from: await catalogue(), now: now.getTime() }
  const orders = await ordersOfCustomer(customerId, client)
  return orders.some((order) =>
    order.lines.some((line) => stateOfLine(moment, order, line) === 'valid' || stateOfLine(moment, order, line) === 'sent'),
  )
}

/** Sends the notice to the address if it is proved, otherwise to the number. */
async function tellDeleted(client: Queryable, { mobileNumber, email, isEmailProved }: Reached, locale: Locale): Promise<void> {
  const common = { kind: 'account deleted', body: accountDeletedMail(locale), expiresIn: NOTICE_SECONDS } as const
  if (isEmailProved && email !== '') return enqueueSealed(client, { ...common, channel: 'mail', recipient: email })
  if (mobileNumber !== null) await enqueueSealed(client, { ...common, channel: 'sms', recipient: mobileNumber })
}

/** Each takes the customer as $1. The customer row is emptied last, because orders are found through it. */
const STEPS = {
  'delete-identities': 'DELETE FROM customer_identity WHERE customer_id = $1',
  'delete-codes': 'DELETE FROM sign_in_code WHERE customer_id = $1',
  'delete-grants': `DELETE FROM session_grant g USING entitlement e WHERE e.entitlement_id = g.entitlement_id AND e.customer_id = $1`,
  'release-memberships': 'UPDATE entitlement SET customer_id = NULL WHERE customer_id = $1',
  // Deletes the form data of browsers that ordered, unless somebody else is signed in there now.
  'forget-typed': `UPDATE session s SET customer_info = NULL, ssn_encrypted = NULL
    WHERE s.customer_id IS NULL AND s.area_customer_id IS NULL AND s.uuid IN (SELECT holder FROM orders WHERE customer_id = $1)`,
  'forget-forms': `UPDATE payment_form f SET body = NULL FROM payment p JOIN orders o USING (order_id)
    WHERE p.form_id = f.form_id AND o.customer_id = $1 AND f.body IS NOT NULL AND f.state <> 'open'`,
  'forget-recipients': `UPDATE outbox x SET recipient = '' FROM orders o WHERE x.order_id = o.order_id AND o.customer_id = $1 AND x.state <> 'queued'`,
  'forget-codes-sent': `DELETE FROM outbox x USING customer c WHERE c.customer_id = $1 AND x.order_id IS NULL AND x.state <> 'queued'
      AND x.kind <> 'account deleted' AND x.recipient <> '' AND lower(x.recipient) IN (c.mobile_number, lower(c.email))`,
  'forget-film-devices': 'DELETE FROM film_device d USING orders o WHERE o.order_id = d.order_id AND o.customer_id = $1',
  'forget-items': `UPDATE order_item i SET facts = '{}' FROM orders o WHERE o.order_id = i.order_id AND (o.customer_id = $1 OR i.customer_id = $1)`,
  'blank-orders': `UPDATE orders SET email = '', mobile_number = '', address = NULL, ssn_encrypted = NULL, mailing_consent = false, staff_note = NULL
    WHERE customer_id = $1`,
  'empty-customer': `UPDATE customer SET first_name = '', last_name = '', mobile_number = NULL, email = '', is_email_proved = false, phone_number = '',
      address1 = '', address2 = '', city = '', postal_code = '', date_of_birth = NULL, license_plate_number = '', ssn_index = NULL, ssn_encrypted = NULL,
      allows_sms = false, allows_email = false, allows_mailing = false, password_hash = NULL, photo = NULL, photo_type = NULL, provider_flag = NULL,
      updated_at = now(), deleted_at = now()
    WHERE customer_id = $1`,
} as const
