import type { Shape } from './upsert.ts'

/** The tables that an import writes: columns with types. */

export const LOCATION: Shape = {
  table: 'location',
  keys: ['location_id'],
  columns: {
    location_id: 'int',
    name: 'text',
    city: 'text',
    address: 'text',
    phone: 'text',
    doors_minutes: 'int',
    accessibility: 'text',
    words: 'jsonb',
  },
}
export const VENUE: Shape = {
  table: 'venue',
  keys: ['venue_id'],
  columns: { venue_id: 'int', location_id: 'int', name: 'text', venue_type_id: 'int', words: 'jsonb' },
}
export const CATEGORY: Shape = {
  table: 'feature_category',
  keys: ['feature_category_id'],
  columns: { feature_category_id: 'int', name: 'text', ordinal: 'int', words: 'jsonb' },
}
export const FEATURE: Shape = {
  table: 'feature',
  keys: ['feature_id'],
  columns: {
    feature_id: 'int',
    name: 'text',
    feature_type_id: 'int',
    feature_category_id: 'int',
    tagline: 'text',
    description: 'text',
    eyebrow: 'text',
    minutes: 'int',
    from_age: 'int',
    badges: 'jsonb',
    credits: 'jsonb',
    quote: 'jsonb',
    poster: 'text',
    words: 'jsonb',
  },
}
export const TICKET_GROUP: Shape = {
  table: 'ticket_group',
  keys: ['ticket_group_id'],
  columns: { ticket_group_id: 'int', name: 'text', is_by_code_enabled: 'boolean', words: 'jsonb' },
}
export const TICKET: Shape = {
  table: 'ticket',
  keys: ['ticket_id'],
  columns: {
    ticket_id: 'int',
    ticket_group_id: 'int',
    ordinal: 'int',
    name: 'text',
    price: 'int',
    old_price: 'int',
    service_charge: 'int',
    price_policy_id: 'int',
    access: 'text',
    reference_check: 'text',
    min_age: 'int',
    max_age: 'int',
    ref1prompt: 'text',
    ref2prompt: 'text',
    multiply_factor: 'int',
    walkin: 'boolean',
    words: 'jsonb',
  },
}
export const ENTITLEMENT: Shape = {
  table: 'entitlement',
  keys: ['kind', 'public_code'],
  columns: {
    kind: 'text',
    public_code: 'text',
    lookup: 'text',
    uses: 'int',
    business_id: 'int',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    is_active: 'boolean',
    holder_name: 'text',
    membership_id: 'int',
    membership_name: 'text',
    mini_site_id: 'int',
    is_for_all: 'boolean',
  },
}
export const PRODUCT: Shape = {
  table: 'product',
  keys: ['product_id'],
  columns: {
    product_id: 'int',
    name: 'text',
    description: 'text',
    price: 'int',
    max_quantity: 'int',
    is_delivery_required: 'boolean',
    image: 'text',
    words: 'jsonb',
  },
}
export const SERVICE_CHARGE: Shape = {
  table: 'service_charge',
  keys: ['service_charge_id'],
  columns: { service_charge_id: 'int', name: 'text', amount_per_order: 'int', percent_rate_per_order: 'numeric(6,3)', words: 'jsonb' },
}
export const CANCELLATION_POLICY: Shape = {
  table: 'cancellation_policy',
  keys: ['cancellation_policy_id'],
  columns: {
    cancellation_policy_id: 'int',
    name: 'text',
    within_days: 'int',
    before_days: 'int',
    counts_rest_days: 'boolean',
    charge_kind: 'text',
    charge_amount: 'int',
    charge_percent: 'numeric',
    charge_limit: 'int',
  },
}
export const PRESENTATION: Shape = {
  table: 'presentation',
  keys: ['presentation_id'],
  columns: {
    presentation_id: 'int',
    feature_id: 'int',
    venue_id: 'int',
    seatplan_id: 'int',
    starts_at: 'timestamptz',
    seating_policy_id: 'int',
    auth_profile_id: 'int',
    business_id: 'int',
    service_charge_id: 'int',
    max_seats: 'int',
    soldout: 'boolean',
    only_in_mini_sites: 'boolean',
    is_cancelled: 'boolean',
    sale_opens_at: 'timestamptz',
    view_area_filename: 'text',
    image_map_html: 'text',
    lone_seats: 'text',
    keep_one_free: 'boolean',
    companion_needs_wheelchair: 'boolean',
    order_form: 'jsonb',
    additional_terms: 'text',
    asks_waiver: 'boolean',
    max_payments: 'int',
    subscriber_seats: 'jsonb',
    changes_allowed: 'boolean',
    changes_until_minutes: 'int',
    changes_within_days: 'int',
    cancellation_policy_id: 'int',
    words: 'jsonb',
  },
}
export const PRICE: Shape = {
  table: 'presentation_price',
  keys: ['presentation_id', 'category'],
  columns: { presentation_id: 'int', category: 'text', ticket_group_id: 'int', allocation_id: 'int' },
}
export const PRESENTATION_PRODUCT: Shape = {
  table: 'presentation_product',
  keys: ['presentation_id', 'product_id'],
  columns: { presentation_id: 'int', product_id: 'int', ordinal: 'int' },
}

export const SEATPLAN: Shape = {
  table: 'seatplan',
  keys: ['seatplan_id'],
  columns: {
    seatplan_id: 'int',
    venue_id: 'int',
    name: 'text',
    version: 'text',
    width: 'int',
    height: 'int',
    stage: 'jsonb',
    words: 'jsonb',
    areas: 'jsonb',
    tables: 'jsonb',
    levels: 'jsonb',
    foci: 'jsonb',
    colours: 'jsonb',
    source: 'jsonb',
    picture: 'text',
    picture_at: 'jsonb',
  },
}
export const SECTION: Shape = {
  table: 'section',
  keys: ['seatplan_id', 'section_id'],
  columns: {
    seatplan_id: 'int',
    section_id: 'int',
    ordinal: 'int',
    name: 'text',
    is_reserved: 'boolean',
    category: 'text',
    capacity: 'int',
    first_place: 'int',
    outline: 'jsonb',
    label_x: 'real',
    label_y: 'real',
    level: 'int',
    is_drawn: 'boolean',
  },
}
export const SEAT: Shape = {
  table: 'seat',
  keys: ['seatplan_id', 'seat_id'],
  columns: {
    seatplan_id: 'int',
    seat_id: 'int',
    section_id: 'int',
    group_id: 'int',
    x: 'int',
    y: 'int',
    seatplan_x: 'real',
    seatplan_y: 'real',
    rotate: 'real',
    row_name: 'text',
    seat_name: 'text',
    category: 'text',
    features: 'int[]',
    guid: 'text',
  },
}
