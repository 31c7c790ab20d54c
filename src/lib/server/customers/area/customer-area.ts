import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { membersOfCustomer } from '#lib/server/customers/account/customer-members.ts'
import { itemRefusalsOf } from './customer-cancelling.ts'
import { ordersIn, ordersOfCustomer } from './customer-order-rows.ts'
import { reservationsOf } from './customer-reservations.ts'
import { mayUpdateMobile, personOf, readCustomer, type CustomerRow } from '#lib/server/customers/session/customer-row.ts'
import type { AreaCustomer } from '#lib/server/customers/session/customer-session.ts'
import { ticketsOf } from './customer-tickets.ts'
import { vouchersOf } from './customer-vouchers.ts'
import type { Visitor } from '#lib/server/customers/session/visitors.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'

/**
 * Everything in a customer's personal area, in four statements regardless of its size, and some for each order that has more than tickets and products. The visitor must have this customer's area open.
 * @param locale the language of what the catalogue says: what is missing in it is Hebrew
 */
export async function customerAreaOf(visitor: Visitor, customer: AreaCustomer, locale: Locale = DEFAULT_LOCALE): Promise<CustomerAreaInfo> {
  const { customerId } = customer
  const from = await catalogue(locale)
  const [row, stored, vouchers, members] = await Promise.all([
    readCustomer(customerId, visitor.sidHash),
    ordersOfCustomer(customerId),
    vouchersOf(from, customerId),
    membersOfCustomer(customerId, visitor.uuid),
  ])
  const moment = { from, now: row.now.getTime() }
  const orders = await ordersIn(locale, stored)
  const refusals = await itemRefusalsOf(moment, orders)
  return {
    ...personOf(customerId, row),
    Members: members,
    SystemVouchers: vouchers,
    ...ticketsOf(moment, orders),
    reservations: reservationsOf(moment, orders, refusals),
    ...standingOf(customer, row),
  }
}

/** How the customer is signed in, and what that allows. */
function standingOf({ signedInBy, isFresh }: AreaCustomer, row: CustomerRow) {
  return {
    hasPassword: row.hasPassword,
    isEmailProved: row.isEmailProved,
    signedInBy,
    isFresh,
    mayUpdateMobile: mayUpdateMobile(row.mobileNumber),
    pendingContact: row.pending === null ? null : row.pending === 'sms' ? ('MobileNumber1' as const) : ('EmailAddress1' as const),
  }
}
