import type { Catalogue, Feature, Presentation, SeatplanFacts } from '#lib/domain/catalogue/catalogue.ts'
import { byNumber, keptInOrder, KeptInOrder } from '#lib/domain/catalogue/lists/kept-in-order.ts'
import type { Compare } from '#lib/domain/catalogue/lists/listed.ts'
import { byStart } from '#lib/domain/catalogue/presentations-of.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import {
  readCategories,
  readFeatures,
  readLocations,
  readPictures,
  readProducts,
  readServiceCharges,
  readTicketGroups,
  readVenues,
} from './catalogue-rows.ts'
import { readDonations } from './donation-rows.ts'
import { readFilms } from './film-rows.ts'
import { readMemberships, readSeasons } from './membership-rows.ts'
import { readMiniSites } from './mini-site-rows.ts'
import { readPresentations } from './presentation-rows.ts'
import { readSeatplans } from './seatplan-rows.ts'
import { readVoucherSuperClasses } from './voucher-rows.ts'

/** Where a part is read, and what is in memory. */
interface Reading {
  readonly client: Queryable
  readonly known: Catalogue
}

/** Reads a part of the catalogue. @param ids of what has changed; undefined: anything may have */
type ReadPart = (from: Reading, ids: readonly number[] | undefined) => Promise<Partial<Catalogue>>

/** Nothing: what a whole catalogue begins with. */
export const EMPTY: Catalogue = {
  version: 0,
  locations: new Map(),
  venues: new Map(),
  categories: new Map(),
  features: new Map(),
  ticketGroups: new Map(),
  products: new Map(),
  serviceCharges: new Map(),
  presentations: new Map(),
  seatplans: new Map(),
  pictures: new Map(),
  memberships: new Map(),
  membershipsByCode: new Map(),
  seasons: new Map(),
  voucherSuperClasses: new Map(),
  voucherClasses: new Map(),
  donations: new Map(),
  films: new Map(),
  miniSites: new Map(),
}

/** What is read together, first what takes longest. Those of which there are many are read by id. */
const PARTS = {
  presentations: async ({ client, known }, ids) => ({
    presentations: mergeInto<Presentation>(known.presentations, { ids, read: await readPresentations(client, ids) }, byStart),
  }),
  features: async ({ client, known }, ids) => ({
    features: mergeInto<Feature>(known.features, { ids, read: KeptInOrder.of(await readFeatures(client, ids)) }, byNumber),
  }),
  locations: async ({ client }) => ({ locations: byId(await readLocations(client)) }),
  venues: async ({ client }) => ({ venues: byId(await readVenues(client)) }),
  categories: async ({ client }) => ({ categories: byId(await readCategories(client)) }),
  ticketGroups: async ({ client }) => ({ ticketGroups: byId(await readTicketGroups(client)) }),
  products: async ({ client }) => ({ products: byId(await readProducts(client)) }),
  serviceCharges: async ({ client }) => ({ serviceCharges: byId(await readServiceCharges(client)) }),
  seatplans: async ({ client, known }, ids) => ({
    seatplans: mergeInto<SeatplanFacts>(known.seatplans, { ids, read: KeptInOrder.of(await readSeatplans(client, ids)) }, byNumber),
  }),
  pictures: async ({ client }) => ({ pictures: new Map((await readPictures(client)).map((row) => [row.name, row])) }),
  memberships: async ({ client }) => {
    const memberships = await readMemberships(client)
    return { memberships: byId(memberships), membershipsByCode: new Map(memberships.map((one) => [one.code, one])) }
  },
  seasons: async ({ client }) => ({ seasons: byId(await readSeasons(client)) }),
  vouchers: async ({ client }) => {
    const superClasses = await readVoucherSuperClasses(client)
    return { voucherSuperClasses: byId(superClasses), voucherClasses: byId(superClasses.flatMap(({ classes }) => classes)) }
  },
  donations: async ({ client }) => ({ donations: byId(await readDonations(client)) }),
  films: async ({ client }) => ({ films: byId(await readFilms(client)) }),
  miniSites: async ({ client }) => ({ miniSites: new Map((await readMiniSites(client)).map((site) => [site.url, site])) }),
} as const satisfies Record<string, ReadPart>

type Part = keyof typeof PARTS

/** A row of the log of changes: the table, and of what in it; null: of more than are counted, or of a table whose part is read whole. */
export interface Change {
  readonly table: string
  readonly id: number | null
}

/** Which parts a change of a table is a change of: of one the ids of the log are the ids, the others are read whole. */
export const PARTS_OF_TABLE: Readonly<Record<string, { readonly byId?: Part; readonly whole?: readonly Part[] }>> = {
  location: { whole: ['locations'] },
  venue: { whole: ['venues', 'films'] },
  feature_category: { whole: ['categories'] },
  feature: { byId: 'features' },
  ticket_group: { whole: ['ticketGroups'] },
  ticket: { whole: ['ticketGroups', 'memberships'] },
  product: { whole: ['products'] },
  service_charge: { whole: ['serviceCharges'] },
  // Evenings of a membership stand in the order of their starts.
  presentation: { byId: 'presentations', whole: ['memberships'] },
  presentation_price: { byId: 'presentations' },
  presentation_product: { byId: 'presentations' },
  cancellation_policy: { whole: ['presentations', 'memberships', 'vouchers', 'films'] },
  seatplan: { byId: 'seatplans' },
  section: { byId: 'seatplans' },
  seat: { byId: 'seatplans' },
  picture: { whole: ['pictures'] },
  membership: { whole: ['memberships'] },
  membership_ticket: { whole: ['memberships'] },
  membership_presentation: { whole: ['memberships'] },
  membership_rate: { whole: ['memberships'] },
  membership_price: { whole: ['memberships'] },
  season: { whole: ['seasons'] },
  donation: { whole: ['donations'] },
  donation_detail: { whole: ['donations'] },
  film: { whole: ['films'] },
  mini_site: { whole: ['miniSites'] },
  system_voucher_super_class: { whole: ['vouchers'] },
  system_voucher_class: { whole: ['vouchers'] },
  system_voucher_price: { whole: ['vouchers'] },
}

/** Reads every table of the catalogue. @param onAsked is called when the database has been asked for all of them */
export function readCatalogue(version: number, onAsked?: () => void): Promise<Catalogue> {
  return readOver(EMPTY, version, (from) => {
    const parts = Object.values<ReadPart>(PARTS).map((read) => read(from, undefined))
    onAsked?.()
    return parts
  })
}

/** The catalogue with what has changed read anew; all else in it is the same objects. */
export function readChanged(known: Catalogue, version: number, changes: readonly Change[]): Promise<Catalogue> {
  return readOver(known, version, (from) => [...partsOf(changes)].map(([part, ids]) => (PARTS[part] as ReadPart)(from, ids && [...ids])))
}

/** All parts are asked for at once, on one connection: a new one takes the database longer than most of them do. */
async function readOver(
  known: Catalogue,
  version: number,
  read: (from: Reading) => readonly Promise<Partial<Catalogue>>[],
): Promise<Catalogue> {
  return withParts(known, version, await inTransaction((client) => Promise.all(read({ client, known }))))
}

function withParts(from: Catalogue, version: number, parts: readonly Partial<Catalogue>[]): Catalogue {
  return parts.reduce<Catalogue>((made, part) => ({ ...made, ...part }), { ...from, version })
}

/** Which parts are to be read, and of which only these ids. */
function partsOf(changes: readonly Change[]): ReadonlyMap<Part, ReadonlySet<number> | undefined> {
  const parts = new Map<Part, Set<number> | undefined>()
  for (const { table, id } of changes) {
    const { byId: part, whole = [] } = PARTS_OF_TABLE[table] ?? {}
    for (const one of whole) parts.set(one, undefined)
    if (part === undefined || (parts.has(part) && parts.get(part) === undefined)) continue
    parts.set(part, id === null ? undefined : (parts.get(part) ?? new Set<number>()).add(id))
  }
  return parts
}

function byId<T extends { readonly id: number }>(rows: readonly T[]): ReadonlyMap<number, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** What was read anew. Ids that were asked for and are not in it are gone; undefined: all were asked for. */
interface ReadAnew<T extends { readonly id: number }> {
  readonly ids: readonly number[] | undefined
  readonly read: KeptInOrder<T>
}

/** What was read in the place of what was there. */
function mergeInto<T extends { readonly id: number }>(
  known: ReadonlyMap<number, T>,
  { ids, read }: ReadAnew<T>,
  compare: Compare<T>,
): KeptInOrder<T> {
  const kept = ids && keptInOrder(known)
  return kept ? kept.with(ids, [...read.values()], compare) : read
}
