import type { OrderCustomerInfo } from '#lib/contract/area/sign-in.ts'
import type { CustomerInfo } from '#lib/contract/order/order-cart.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import { loadedAddress, loadedMobile } from '#lib/domain/customers/loaded-customer.ts'
import { availableMembersOfCustomer } from '#lib/server/entitlements/lookup/available-members.ts'
import { cartOf } from './carts.ts'
import { noteMemberships } from '#lib/server/customers/session/customer-session.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'

/** The customer that is signed in for an order, and the memberships that it may be made with. */
export interface OrderCustomer {
  readonly customerInfo: OrderCustomerInfo
  readonly members: MemberAnswer[]
}

/** The order's customer of a session, with their memberships as they are at the presentations of the cart; undefined where nobody is signed in. */
export async function orderCustomerOf(uuid: string): Promise<OrderCustomer | undefined> {
  const [customerInfo, cart] = await Promise.all([orderCustomerInfoOf(uuid), cartOf(uuid)])
  if (!customerInfo) return undefined
  const presentationIds = (cart?.presentations ?? []).map(({ id }) => id)
  return { customerInfo, members: await availableMembersOfCustomer(uuid, customerInfo.CustomerId, presentationIds) }
}

/**
 * As orderCustomerOf, with the memberships that were added since the sign-in. It is answered to the cookie of that sign-in only: an earlier one of the same
 * session sees nobody.
 */
export async function refreshOrderCustomer({ uuid, sidHash }: Visitor): Promise<OrderCustomer | undefined> {
  if (!sidHash) return undefined
  const { rows } = await database().query<{ customerId: number }>({
    name: 'refresh-customer',
    text: 'SELECT customer_id AS "customerId" FROM session s WHERE uuid = $1 AND sid_hash = $2 AND customer_id IS NOT NULL AND is_signed_in(s)',
    values: [uuid, sidHash],
  })
  if (!rows[0]) return undefined
  await noteMemberships(database(), uuid, rows[0].customerId)
  return orderCustomerOf(uuid)
}

/** What the order form is filled with where the visitor has typed nothing: the details of who is signed in for the order, empty ones left out. */
export async function customerDetailsOf(uuid: string): Promise<CustomerInfo> {
  const info = await orderCustomerInfoOf(uuid)
  if (!info) return {}
  const { CustomerId: _id, CustomerIds: _ids, ...details } = info
  const known = { ...details, verifyMobileNumber: details.mobileNumber }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== ''))
}

type InfoRow = Omit<OrderCustomerInfo, 'CustomerIds'>

async function orderCustomerInfoOf(uuid: string): Promise<OrderCustomerInfo | undefined> {
  const { rows } = await database().query<InfoRow>({
    name: 'order-customer-info',
    text: `SELECT c.customer_id AS "CustomerId", c.first_name AS "firstName", c.last_name AS "lastName", c.email, coalesce(c.mobile_number, '') AS "mobileNumber",
             c.address1, c.address2, c.city, c.postal_code AS "postalCode", to_char(c.date_of_birth, 'YYYY-MM-DD') AS "dateOfBirth"
           FROM session s JOIN customer c USING (customer_id) WHERE s.uuid = $1 AND is_signed_in(s) AND c.deleted_at IS NULL`,
    values: [uuid],
  })
  const row = rows[0]
  return row && { ...row, CustomerIds: [row.CustomerId], ...tidied(row) }
}

/** As every customer that is loaded (spec §3): a mobile number begins with 0, an address has no number sign. */
function tidied({ mobileNumber, address1 }: InfoRow): Pick<InfoRow, 'mobileNumber' | 'address1'> {
  return { mobileNumber: loadedMobile(mobileNumber), address1: loadedAddress(address1) }
}
