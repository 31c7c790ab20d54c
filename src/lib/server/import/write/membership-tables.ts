import type { Shape } from './upsert.ts'

/** The membership tables that an import writes: columns with types. */

export const SEASON: Shape = {
  table: 'season',
  keys: ['season_id'],
  columns: { season_id: 'int', name: 'text', starts_at: 'timestamptz', ends_at: 'timestamptz', words: 'jsonb' },
}
export const MEMBERSHIP: Shape = {
  table: 'membership',
  keys: ['membership_id'],
  columns: {
    membership_id: 'int',
    ordinal: 'int',
    code: 'text',
    name: 'text',
    class_name: 'text',
    description: 'text',
    type_id: 'int',
    season_id: 'int',
    business_id: 'int',
    auth_profile_id: 'int',
    is_skip_member_seat: 'boolean',
    is_pricing_per_ticket: 'boolean',
    default_ticket_group_id: 'int',
    location_ids: 'int[]',
    uses: 'int',
    amount: 'int',
    valid_days: 'int',
    valid_from: 'timestamptz',
    valid_until: 'timestamptz',
    is_topup: 'boolean',
    choice_count: 'int',
    exchange_until_minutes: 'int',
    exchange_presentation_ids: 'int[]',
    sale_opens_at: 'timestamptz',
    sale_closes_at: 'timestamptz',
    renews_id: 'int',
    renews_from: 'timestamptz',
    renews_until: 'timestamptz',
    cancellation_policy_id: 'int',
    resale_until_minutes: 'int',
    resale_percent: 'int',
    resale_fee: 'int',
    max_quantity: 'int',
    words: 'jsonb',
  },
}
export const MEMBERSHIP_TICKET: Shape = {
  table: 'membership_ticket',
  keys: ['membership_id', 'ticket_id'],
  columns: { membership_id: 'int', ticket_id: 'int' },
}
export const MEMBERSHIP_PRESENTATION: Shape = {
  table: 'membership_presentation',
  keys: ['membership_id', 'presentation_id'],
  columns: { membership_id: 'int', presentation_id: 'int', is_choice: 'boolean', supplement: 'int' },
}
export const MEMBERSHIP_PRICE: Shape = {
  table: 'membership_price',
  keys: ['membership_price_id'],
  columns: {
    membership_price_id: 'int',
    membership_id: 'int',
    ordinal: 'int',
    price_code: 'text',
    name: 'text',
    note: 'text',
    price: 'int',
    currency_id: 'int',
    currency_code: 'text',
    currency_symbol: 'text',
    ref1prompt: 'text',
    ref2prompt: 'text',
    reference_check: 'text',
    words: 'jsonb',
  },
}
export const MEMBERSHIP_RATE: Shape = {
  table: 'membership_rate',
  keys: ['membership_id', 'category', 'price_code'],
  columns: { membership_id: 'int', category: 'text', price_code: 'text', ticket_id: 'int', price: 'int' },
}
export const MEMBER_SEAT: Shape = {
  table: 'member_seat',
  keys: ['entitlement_id'],
  columns: { entitlement_id: 'int', seatplan_id: 'int', seat_id: 'int' },
}
export const MEMBERSHIP_REFERENCE: Shape = {
  table: 'membership_reference',
  keys: ['membership_price_id', 'lookup'],
  columns: { membership_price_id: 'int', lookup: 'text', quantity: 'int' },
}
