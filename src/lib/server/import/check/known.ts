import type { PictureFacts, Ticket } from '#lib/domain/catalogue/catalogue.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Prepared } from './prepare.ts'

/** Existing database entries, to which a file may refer. */
export interface Known {
  readonly locations: ReadonlySet<number>
  readonly venues: ReadonlySet<number>
  readonly categories: ReadonlySet<number>
  readonly features: ReadonlySet<number>
  readonly ticketGroups: ReadonlySet<number>
  readonly products: ReadonlySet<number>
  readonly serviceCharges: ReadonlySet<number>
  readonly cancellationPolicies: ReadonlySet<number>
  readonly plans: ReadonlyMap<number, KnownPlan>
  readonly pictures: ReadonlyMap<string, KnownPicture>
  readonly tickets: ReadonlyMap<number, KnownTicket>
}

/** What the files say, and what the database has before it is written. */
export interface Catalogues {
  readonly prepared: Prepared
  readonly known: Known
}

export type KnownTicket = Pick<Ticket, 'ticketGroupId' | 'access' | 'referenceCheck'>

export interface KnownPlan {
  readonly version: string
  readonly venueId: number
  readonly categories: ReadonlySet<string>
  /** Those of numbered seats. */
  readonly numbered: ReadonlySet<string>
  /** Names by id. */
  readonly sections: ReadonlyMap<number, string>
}

export type KnownPicture = Pick<PictureFacts, 'width' | 'height' | 'etag'>

export async function readKnown(client: Queryable): Promise<Known> {
  const ids = async (table: string): Promise<Set<number>> => {
    const { rows } = await client.query<{ id: number }>(`SELECT ${table}_id AS id FROM ${table}`)
    return new Set(rows.map((row) => row.id))
  }
  return {
    locations: await ids('location'),
    venues: await ids('venue'),
    categories: await ids('feature_category'),
    features: await ids('feature'),
    ticketGroups: await ids('ticket_group'),
    products: await ids('product'),
    serviceCharges: await ids('service_charge'),
    cancellationPolicies: await ids('cancellation_policy'),
    plans: await readPlans(client),
    pictures: await readPictures(client),
    tickets: await readTickets(client),
  }
}

async function readPlans(client: Queryable): Promise<Map<number, KnownPlan>> {
  const { rows } = await client.query<{
    id: number
    version: string
    venue_id: number
    categories: string[]
    numbered: string[]
    sections: [number, string][]
  }>(
    `SELECT seatplan_id AS id, version, venue_id, ARRAY(
       SELECT category FROM seat WHERE seat.seatplan_id = seatplan.seatplan_id
       UNION SELECT category FROM section WHERE section.seatplan_id = seatplan.seatplan_id AND category IS NOT NULL) AS categories,
       ARRAY (SELECT DISTINCT category FROM seat WHERE seat.seatplan_id = seatplan.seatplan_id) AS numbered,
       (SELECT coalesce(json_agg(json_build_array(section_id, name) ORDER BY ordinal), '[]') FROM section WHERE section.seatplan_id = seatplan.seatplan_id) AS sections
     FROM seatplan`,
  )
  return new Map(
    rows.map(({ id, version, venue_id, categories, numbered, sections }) => [
      id,
      { version, venueId: venue_id, categories: new Set(categories), numbered: new Set(numbered), sections: new Map(sections) },
    ]),
  )
}

async function readPictures(client: Queryable): Promise<Map<string, KnownPicture>> {
  const { rows } = await client.query<KnownPicture & { name: string }>('SELECT name, width, height, etag FROM picture')
  return new Map(rows.map((row) => [row.name, row]))
}

async function readTickets(client: Queryable): Promise<Map<number, KnownTicket>> {
  const { rows } = await client.query<KnownTicket & { id: number }>(
    'SELECT ticket_id AS id, ticket_group_id AS "ticketGroupId", access, reference_check AS "referenceCheck" FROM ticket',
  )
  return new Map(rows.map((row) => [row.id, row]))
}
