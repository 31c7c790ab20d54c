import { siteReferenceName } from '#lib/domain/entitlements/grant.ts'
import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { lookupOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** Tickets that mini-sites of the test house sell, of group 1. */
export const FOR_READERS = 141
export const FOR_WORKERS = 142
/** What one of them costs with the order's fee, in agorot. */
export const READER_DUE = 7_700

/** What a worker's ticket costs, and the fee of an order, in agorot. */
export const WORKER_PRICE = 6_000
export const WORKER_FEE = 700
/** How many tickets the references of a worker give. */
export const WORKER_BALANCE = 2

/** The number of a worker, and the second one. */
export const WORKER = { reference1: '10234', reference2: '4821' } as const

/**
 * Two mini-sites in the test house (buyers/house.ts): 'festival' is open, sells presentations 1 and 7 and has tickets for whoever is there (₪70); 'workers' is closed,
 * sells 1 and 8 and gives a worker two tickets (₪60). Presentation 7 is flagged as sold out, 8 is of the closed one alone.
 * @returns the entitlement of the tickets for readers
 */
export async function addMiniSites(balance: number | null = 3): Promise<number> {
  await database().query(
    `INSERT INTO presentation (presentation_id, feature_id, venue_id, seatplan_id, starts_at, soldout, lone_seats)
       SELECT id, 1, 1, 1, now() + interval '6 days', id = 7, 'allowed' FROM unnest(ARRAY[7, 8]) AS id`,
  )
  await database().query(`INSERT INTO presentation_price SELECT id, 'A', 1, 1 FROM unnest(ARRAY[7, 8]) AS id`)
  await database().query(
    `INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, access) VALUES (141, 1, 41, 'קוראים', 7000, 'site'), (142, 1, 42, 'עובדים', 6000, 'site')`,
  )
  await database().query(
    `INSERT INTO mini_site (mini_site_id, url, is_closed, accent, mark, cover, words, presentation_ids) VALUES
       (1, 'festival', false, '#7a3229', '<svg/>', '<svg/>', '{"he": {"name": "פסטיבל", "eyebrow": "", "lead": "", "note": "לקוראים", "aboutTitle": "", "about": ""}, "en": {"name": "Festival"}}', '{1, 7}'),
       (2, 'workers', true, NULL, '<svg/>', '<svg/>', '{"he": {"name": "ערב העובדים", "eyebrow": "", "lead": "", "note": "", "aboutTitle": "", "about": ""}}', '{1, 8}')`,
  )
  const readers = await addSiteTicket({ siteId: 1, ticketId: FOR_READERS, balance })
  await addSiteTicket({ siteId: 2, ticketId: FOR_WORKERS, balance: WORKER_BALANCE, ...WORKER })
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
  return readers
}

interface SiteTicketRow {
  readonly siteId: number
  readonly ticketId: number
  readonly balance: number | null
  readonly reference1?: string
  readonly reference2?: string
  /** Days from now. */
  readonly ends?: number
}

/** @returns the entitlement's id */
export async function addSiteTicket({ siteId, ticketId, balance, reference1 = '', reference2 = '', ends }: SiteTicketRow): Promise<number> {
  const lookup = lookupOf('site', siteReferenceName(siteId, reference1, reference2))
  const { rows } = await database().query<{ id: number }>(
    `INSERT INTO entitlement (kind, lookup, public_code, uses, mini_site_id, is_for_all, ends_at)
     VALUES ('site', $1, $2, $3, $4, $5, now() + $6 * interval '1 day') RETURNING entitlement_id AS id`,
    [lookup, `${lookup.slice(0, 12)} ${String(ticketId)}`, balance, siteId, reference1 === '', ends ?? null],
  )
  const id = rows[0]?.id ?? 0
  await database().query('INSERT INTO entitlement_ticket VALUES ($1, $2)', [id, ticketId])
  return id
}
