import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSources } from './support/source-files.ts'

/**
 * Who writes which table: its owner, and the rooms that may beside it, each with the reason why the owner's functions do not do it for them. A room is a folder
 * of src/lib/server; `orders` are the order machine and the kinds of what is sold.
 */
const OWNERS: Readonly<Record<string, readonly [owner: string, others?: Readonly<Record<string, string>>]>> = {
  api_key: ['keys'],
  audit: [
    'platform',
    { seats: 'in the one statement of a lock', orders: 'in the statements that lock seats again and follow moved starts' },
  ],
  audit_swept: ['seats'],
  broker_part: ['sales'],
  call_count: ['platform'],
  cancellation: ['orders'],
  cancellation_charge: ['orders'],
  cancellation_policy: ['import'],
  captcha_pass: ['providers'],
  captcha_used: ['providers'],
  catalogue_change: ['catalogue'],
  catalogue_version: ['import'],
  change_return: ['orders'],
  customer: ['customers', { import: 'members come with the catalogue', operations: 'rekey writes what is sealed anew' }],
  customer_identity: ['customers'],
  donation: ['import'],
  donation_detail: ['import'],
  donation_receipt: ['orders', { operations: 'rekey writes what is sealed anew' }],
  donation_receipt_line: ['orders'],
  donation_series: ['orders'],
  entitlement: [
    'import',
    {
      customers: 'who is deleted loses memberships, and who proves a contact gets those bought with it',
      entitlements: 'what is bought begins, grows and ends with its orders',
      operations: 'rekey finds memberships under the new key',
    },
  ],
  entitlement_ticket: ['import', { entitlements: 'of what is bought' }],
  entitlement_use: ['entitlements', { orders: 'what is counted back depends on the lines of the order' }],
  feature: ['import'],
  feature_category: ['import'],
  fee_return: ['orders'],
  film: ['import'],
  film_device: ['vod', { customers: 'who is deleted is forgotten as a device' }],
  film_ticket: ['vod'],
  freed_place: ['seats'],
  function_file: ['platform'],
  integration: ['integrations', { operations: 'rekey writes what is sealed anew' }],
  integration_opening: ['integrations'],
  kept_voucher: ['entitlements'],
  ledger: ['payments', { orders: 'an entry stands in the statement of what it books', entitlements: 'as for orders, of vouchers' }],
  location: ['import'],
  member_seat: ['import'],
  membership: ['import'],
  membership_presentation: ['import'],
  membership_price: ['import'],
  membership_purchase: ['entitlements'],
  membership_rate: ['import'],
  membership_reference: ['import', { entitlements: 'staff set how often one may be used' }],
  membership_ticket: ['import'],
  migration: ['platform'],
  mini_site: ['import'],
  migration_lock: ['platform'],
  order_item: [
    'orders',
    {
      customers: 'what was said of it is forgotten with the account',
      vod: 'the first play uses the ticket, in the transaction that opens its window',
    },
  ],
  order_product: ['orders'],
  order_seat: ['orders'],
  order_voucher: ['entitlements'],
  orders: [
    'orders',
    {
      customers: 'orders become the customer’s who proved their contact, and are blanked when the account is deleted',
      payments: 'a cancelled order ends with the last of its refunds',
      operations: 'rekey writes what is sealed anew',
    },
  ],
  outbox: [
    'outbox',
    {
      customers: 'who is deleted is forgotten as a recipient',
      messages: 'reminders are found and queued in one statement',
      orders: 'a start that moves takes reminders back in its one statement',
      operations: 'rekey writes what is sealed anew',
    },
  ],
  past_hold: ['seats', { orders: 'forgotten with the order that was paid' }],
  payment: ['payments', { orders: 'intended and settled in the transactions of the order' }],
  payment_event: ['payments'],
  payment_form: [
    'payments',
    {
      orders: 'opened, ordered and closed with the order that it pays',
      customers: 'who is deleted is forgotten in it',
      operations: 'rekey writes what is sealed anew',
    },
  ],
  picture: ['import'],
  presentation: ['import'],
  presentation_price: ['import'],
  presentation_product: ['import'],
  product: ['import'],
  receipt: ['payments'],
  receipt_due: ['payments'],
  redeemed_link: ['customers'],
  refund: ['payments'],
  replaced_ticket: ['orders'],
  resale: ['orders'],
  sandbox_card: ['providers'],
  sandbox_charge: ['providers'],
  sandbox_form: ['providers'],
  sandbox_refund: ['providers'],
  sales_clock: ['sales'],
  sales_day: ['sales'],
  sales_delta: ['sales'],
  sales_feature_day: ['sales'],
  sales_found: ['sales'],
  sales_presentation: ['sales'],
  season: ['import'],
  seat: ['import'],
  seat_claim: ['seats', { orders: 'paid, sold and given back with the order', import: 'ended locks go with the seats that a plan drops' }],
  seat_keep: ['seats', { import: 'seats for subscribers come with the catalogue' }],
  seatplan: ['import'],
  seats_taken: ['seats'],
  seats_taken_change: ['seats'],
  section: ['import'],
  section_gate: ['seats'],
  security_log: ['customers'],
  service_charge: ['import'],
  session: [
    'customers',
    {
      orders: 'the cart is a column of it',
      seats: 'a lock may be the first thing of a visitor',
      operations: 'rekey writes what is sealed anew',
    },
  ],
  session_grant: ['entitlements', { customers: 'memberships come and go with the sign-in' }],
  session_reference: ['entitlements'],
  shop_process: ['platform'],
  sign_in_code: ['customers', { operations: 'rekey writes what is sealed anew' }],
  sign_in_failure: ['customers'],
  social_sign_in: ['customers'],
  staff: ['staff', { operations: 'rekey writes what is sealed anew' }],
  staff_audit: ['staff'],
  staff_challenge: ['staff'],
  staff_invitation: ['staff'],
  staff_passkey: ['staff'],
  staff_role: ['staff'],
  staff_session: ['staff'],
  seat_move: ['import', { messages: 'notes that everybody has been told' }],
  start_move: ['import', { messages: 'notes that everybody has been told' }],
  system_voucher: [
    'entitlements',
    {
      import: 'vouchers come with the catalogue',
      customers: 'who proves a contact gets those bought with it',
      payments: 'money goes back to a voucher in the statement that books it',
      operations: 'rekey writes what is sealed anew',
    },
  ],
  system_voucher_class: ['import'],
  system_voucher_price: ['import'],
  system_voucher_super_class: ['import'],
  ticket: ['import'],
  ticket_group: ['import'],
  venue: ['import'],
  virtual_seat: ['orders'],
  virtual_seat_series: ['orders'],
  voucher_gift: ['gifts', { operations: 'rekey writes what is sealed anew' }],
  voucher_ledger: ['entitlements', { import: 'what a voucher is loaded with', payments: 'as for system_voucher' }],
  voucher_purchase: ['entitlements'],
  sent_ticket: ['friends', { operations: 'rekey writes what is sealed anew' }],
  webhook: ['webhooks', { operations: 'rekey writes what is sealed anew' }],
  webhook_message: ['webhooks'],
  wait_list: ['wait-list', { operations: 'rekey writes what is sealed anew' }],
}

/** Of functions of the database, by their file. */
const ROOM_OF_FUNCTIONS: Readonly<Record<string, string>> = {
  'audit.sql': 'platform',
  'books.sql': 'payments',
  'catalogue-changes.sql': 'catalogue',
  'entitlements.sql': 'entitlements',
  'fees.sql': 'orders',
  'films.sql': 'vod',
  'integrations.sql': 'integrations',
  'keeps.sql': 'seats',
  'orders.sql': 'orders',
  'places.sql': 'seats',
  'resale.sql': 'orders',
  'refunds.sql': 'payments',
  'sales.sql': 'sales',
  'seats.sql': 'seats',
  'series.sql': 'seats',
  'sessions.sql': 'customers',
  'starts.sql': 'import',
  'states.sql': 'orders',
  'taken.sql': 'seats',
  'wait-list.sql': 'wait-list',
  'webhooks.sql': 'webhooks',
}

const SOURCES = readSources('src/lib/server')
const TABLES = new Set(
  SOURCES.filter(({ path }) => /\/db\/(?:migrations\/.*\.sql|migrate\.ts|functions\.ts)$/.test(path)).flatMap(({ text }) =>
    [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map((match) => match[1] ?? ''),
  ),
)
/** A statement that writes, and the shapes of tables that are written by their name. */
const WRITES = /\b(?:INSERT INTO|DELETE FROM|UPDATE) (?:ONLY )?(\w+)|\btable: '(\w+)'/g

function roomOf(path: string): string {
  const file = posix.basename(path)
  if (path.includes('/db/functions/')) return ROOM_OF_FUNCTIONS[file] ?? file
  const folder = path.slice('src/lib/server/'.length).split('/')[0] ?? ''
  return folder === 'sold' ? 'orders' : folder
}

interface Write {
  readonly table: string
  readonly room: string
  readonly path: string
}

const FOUND: readonly Write[] = SOURCES.filter(
  ({ path }) => /\.(?:ts|sql)$/.test(path) && !/\/db\/(?:migrations\/|invariants)/.test(path),
).flatMap(({ path, text }) =>
  [...text.matchAll(WRITES)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((table) => TABLES.has(table))
    .map((table) => ({ table, room: roomOf(path), path })),
)

describe('each table is written by its owner', () => {
  it('every table has one', () => {
    expect(Object.keys(OWNERS).toSorted()).toEqual([...TABLES].toSorted())
  })

  it.each(Object.entries(OWNERS))('%s', (table, [owner, others = {}]) => {
    const foreign = FOUND.filter((one) => one.table === table && one.room !== owner && !(one.room in others))
    expect(foreign.map(({ path, room }) => `${path} (${room}) writes ${table}, which is of ${owner}`)).toEqual([])
  })

  it('nobody is named who does not write it', () => {
    const named = Object.entries(OWNERS).flatMap(([table, [owner, others = {}]]) =>
      [owner, ...Object.keys(others)].map((room) => `${table}: ${room}`),
    )
    const written = new Set(FOUND.map(({ table, room }) => `${table}: ${room}`))
    expect(named.filter((one) => !written.has(one))).toEqual([])
  })
})
