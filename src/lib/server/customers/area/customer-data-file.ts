import type { CustomerAreaInfo } from '#lib/contract/area/customers.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { linesIn, type NamedLine } from '#lib/server/catalogue/line-words.ts'
import { sectionWord, showingWords, ticketWord } from '#lib/server/catalogue/showing-words.ts'
import type { Locale } from '#lib/text/locales.ts'
import { customerAreaOf } from './customer-area.ts'
import { memberUsesOf, type MemberUse } from './customer-member-uses.ts'
import type { DetailsCaller } from '#lib/server/customers/account/customer-details.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { sentByCustomer } from '#lib/server/friends/sent-tickets.ts'
import { devicesOf } from '#lib/server/customers/session/devices.ts'
import { privateFile } from '#lib/server/documents/drawing/document-files.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'

/** The fields whose names are translated; all other fields of the row go into the file unchanged. */
interface KeptTicket {
  readonly presentationId: number
  readonly presentation: string
  readonly ticketId: number
  readonly ticket: string
  readonly section: string
}

interface KeptItem extends NamedLine {
  readonly evenings: readonly KeptTicket[] | null
}

interface OrderFacts {
  readonly reservationIdentifier: string
  readonly orderNumber: string
  readonly state: string
  readonly createdAt: Date
  readonly settledAt: Date | null
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly mobileNumber: string
  readonly address: unknown
  readonly mailingConsent: boolean
  readonly amountDue: number
  readonly hasSsn: boolean
  readonly tickets: readonly KeptTicket[] | null
  readonly products: readonly NamedLine[] | null
  readonly items: readonly KeptItem[] | null
  readonly watching: Readonly<Record<string, unknown>> | null
  readonly payments: readonly Readonly<Record<string, unknown>>[] | null
}

/** SQL for an amount in shekels inside a JSON object. */
const SHEKELS = (column: string): string => `${column} / 100.0`

/** SQL for tickets of an order o, by their start: those of a series or season stand with it. @param which of the tickets s */
const TICKETS = (
  which: string,
): string => `(SELECT json_agg(json_build_object('presentationId', s.presentation_id, 'ticketId', s.ticket_id, 'presentation', f.name, 'startsAt', p.starts_at, 'ticket', s.ticket_name,
                'section', s.section_name, 'row', s.row_name, 'seat', s.seat_name, 'price', ${SHEKELS('(s.price + s.service_charge)')}, 'usedAt', s.used_at,
                'isCancelled', s.cancellation_id IS NOT NULL, 'isExchanged', s.released_by IS NOT NULL AND is_given_back(s.released_by),
                'resales', (SELECT json_agg(json_build_object('givenBackAt', r.offered_at, 'state', r.state, 'until', r.closed_at, 'credit', ${SHEKELS('r.credit')})
                  ORDER BY r.resale_id) FROM resale r WHERE r.order_id = s.order_id AND r.line = s.line)) ORDER BY p.starts_at, s.line)
              FROM order_seat s JOIN presentation p USING (presentation_id) JOIN feature f USING (feature_id) WHERE s.order_id = o.order_id AND ${which})`

async function ordersKept(customerId: number, locale: Locale): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { rows } = await database().query<OrderFacts>({
    name: 'orders-kept',
    text: `SELECT reservation_identifier AS "reservationIdentifier", order_number AS "orderNumber", state, created_at AS "createdAt", settled_at AS "settledAt", first_name AS "firstName",
             last_name AS "lastName", email, mobile_number AS "mobileNumber", address, mailing_consent AS "mailingConsent", amount_due AS "amountDue",
             ssn_encrypted IS NOT NULL AS "hasSsn",
             ${TICKETS('s.membership_line IS NULL')} AS tickets,
             (SELECT json_agg(json_build_object('kind', 'product', 'id', x.product_id, 'name', x.name, 'quantity', x.quantity, 'price', ${SHEKELS('x.unit_price')}) ORDER BY x.product_id)
              FROM order_product x WHERE x.order_id = o.order_id) AS products,
             (SELECT json_agg(json_build_object('kind', i.kind, 'id', i.subject_id, 'priceId', i.price_id, 'name', i.name, 'quantity', i.quantity, 'price', ${SHEKELS('(i.unit_price + i.service_charge)')},
                'validFrom', i.valid_from, 'validUntil', i.valid_until, 'said', i.facts, 'usedAt', i.used_at, 'isCancelled', i.cancellation_id IS NOT NULL,
                'evenings', CASE i.kind WHEN 'membership' THEN ${TICKETS('s.membership_line = i.line')} END)
                ORDER BY i.kind, i.line) FROM order_item i WHERE i.order_id = o.order_id) AS items,
             (SELECT json_build_object('playUntil', t.play_until, 'firstPlayedAt', t.first_played_at, 'endsAt', t.ends_at, 'stoppedAtSecond', t.stopped_at,
                'devices', ARRAY(SELECT d.name FROM film_device d WHERE d.order_id = t.order_id ORDER BY d.place)) FROM film_ticket t WHERE t.order_id = o.order_id) AS watching,
             (SELECT json_agg(json_build_object('at', y.created_at, 'amount', ${SHEKELS('y.amount')}, 'state', y.state, 'cardEndsWith', y.last4) ORDER BY y.created_at)
              FROM payment y WHERE y.order_id = o.order_id) AS payments
           FROM orders o WHERE customer_id = $1 ORDER BY created_at DESC`,
    values: [customerId],
  })
  return Promise.all(rows.map((row) => orderKept(row, locale)))
}

async function orderKept({ amountDue, ...row }: OrderFacts, locale: Locale): Promise<Readonly<Record<string, unknown>>> {
  const [from, products, items] = await Promise.all([
    catalogue(locale),
    linesIn(locale, row.products ?? []),
    linesIn(locale, row.items ?? []),
  ])
  return {
    ...row,
    tickets: row.tickets && ticketsKept(from, row.tickets),
    products: row.products && products.map(({ kind: _kind, id: _id, ...line }) => line),
    items:
      row.items &&
      items.map(({ id: _id, priceId: _priceId, ...line }) => ({ ...line, evenings: line.evenings && ticketsKept(from, line.evenings) })),
    amount: toShekels(amountDue),
  }
}

function ticketsKept(from: Catalogue, tickets: readonly KeptTicket[]): readonly Readonly<Record<string, unknown>>[] {
  return tickets.map(({ presentationId, ticketId, ...kept }) => ({
    ...kept,
    presentation: showingWords(from, presentationId).featureName ?? kept.presentation,
    ticket: ticketWord(from, ticketId, kept.ticket),
    section: sectionWord(from, presentationId, kept.section),
  }))
}

async function signInLog(customerId: number): Promise<readonly unknown[]> {
  const { rows } = await database().query<Record<string, unknown>>({
    name: 'security-log-of',
    text: 'SELECT at, action, facts FROM security_log WHERE customer_id = $1 ORDER BY at DESC',
    values: [customerId],
  })
  return rows
}

async function identitiesOf(customerId: number): Promise<readonly unknown[]> {
  const { rows } = await database().query<Record<string, unknown>>({
    name: 'identities-of',
    text: 'SELECT issuer, subject, created_at AS "createdAt" FROM customer_identity WHERE customer_id = $1 ORDER BY created_at',
    values: [customerId],
  })
  return rows
}

/** The personal part of the file, without what the customer owns. */
function aboutPerson(area: CustomerAreaInfo): Partial<CustomerAreaInfo> {
  const {
    CustomerId,
    FirstName,
    LastName,
    SSN,
    EmailAddress1,
    MobileNumber1,
    PhoneNumber1,
    Address1,
    Address2,
    City,
    PostalCode,
    ...more
  } = area
  const { DateOfBirth, LicensePlateNumber, Photo, ProviderFlag, isEmailProved, hasPassword } = more
  return {
    ...{
      CustomerId,
      FirstName,
      LastName,
      SSN,
      EmailAddress1,
      isEmailProved,
      MobileNumber1,
      PhoneNumber1,
      Address1,
      Address2,
      City,
      PostalCode,
    },
    ...{ DateOfBirth, LicensePlateNumber, Photo, ProviderFlag, hasPassword },
  }
}

function useKept({ at, entries, amount, featureName, reservationIdentifier }: MemberUse): Readonly<Record<string, unknown>> {
  const of = { presentation: featureName, reservationIdentifier }
  return { at: new Date(at).toISOString(), ...(amount === null ? { entries } : { amount: toShekels(amount) }), ...of }
}

/** All stored data of a customer as a file for them, in the words of their language; logs the request. The ID number is masked to its last digits, as everywhere. */
export async function dataFileOf({ visitor, customer, caller, locale }: DetailsCaller): Promise<Response> {
  const { customerId } = customer
  const [area, uses, orders, sent, sessions, log, identities] = await Promise.all([
    customerAreaOf(visitor, customer, locale),
    memberUsesOf(customerId, locale),
    ordersKept(customerId, locale),
    sentByCustomer(customerId),
    devicesOf(visitor, customerId),
    signInLog(customerId),
    identitiesOf(customerId),
  ])
  await logSecurity(database(), { action: 'data downloaded', customerId, uuid: visitor.uuid, caller })
  const { IsSMSAllowed, IsEmailAllowed, IsMailingAllowed } = area
  const kept = {
    madeAt: new Date().toISOString(),
    customer: aboutPerson(area),
    consents: { IsSMSAllowed, IsEmailAllowed, IsMailingAllowed },
    memberships: area.Members.map((member) => ({ ...member, uses: (uses.get(member.memberNumber) ?? []).map(useKept) })),
    vouchers: area.SystemVouchers,
    orders,
    sentTickets: sent,
    sessions,
    identities,
    securityLog: log,
  }
  return privateFile(JSON.stringify(kept, null, 2), 'application/json; charset=utf-8', 'my-data.json')
}
