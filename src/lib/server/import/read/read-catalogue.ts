import { catalogueFile, type CatalogueFile } from '#lib/server/import/schema/catalogue-schema.ts'
import { parseWith } from './parse-with.ts'
import type { ImportFile } from './read-file.ts'
import { inside, writePath, type ImportNotes, type Place } from './report.ts'

type ListName = Exclude<keyof CatalogueFile, '$schema'>

/** An item with its location, for naming problems. */
export interface Sourced<T> {
  readonly item: T
  readonly place: Place
}

/** The merged lists of all files. */
export type SourcedCatalogue = { readonly [List in ListName]: Sourced<NonNullable<CatalogueFile[List]>[number]>[] } & {
  /** The lists that occur in some file, even if empty. */
  readonly given: Set<ListName>
}

/** Lists that are complete wherever they are given. */
export const ENTITLEMENT_LISTS = ['coupons', 'ticketVouchers', 'members', 'seniorBenefits', 'references'] as const

/** Lists whose items have ids. Presentations are checked after schedules have added theirs. */
const LISTS_BY_ID = [
  ...(['locations', 'venues', 'seatplans', 'categories', 'features', 'ticketGroups', 'products', 'serviceCharges'] as const),
  'cancellationPolicies',
  ...(['seasons', 'memberships', 'voucherSuperClasses', 'donations', 'films', 'miniSites'] as const),
] as const

/** Reads and merges the catalogue files; duplicates are problems. */
export function readCatalogue(files: readonly ImportFile[], notes: ImportNotes): SourcedCatalogue {
  const all: SourcedCatalogue = {
    locations: [],
    venues: [],
    seatplans: [],
    categories: [],
    features: [],
    ticketGroups: [],
    products: [],
    serviceCharges: [],
    presentations: [],
    schedules: [],
    pictures: [],
    coupons: [],
    ticketVouchers: [],
    members: [],
    seniorBenefits: [],
    references: [],
    customers: [],
    vouchers: [],
    cancellationPolicies: [],
    seasons: [],
    memberships: [],
    voucherSuperClasses: [],
    donations: [],
    films: [],
    miniSites: [],
    given: new Set(),
  }
  for (const file of files) {
    const place: Place = { file: file.name, path: [] }
    if (isSeatplan(file.json)) {
      notes.problem(
        place,
        'this is a seat plan; name it in a catalogue, as { "seatplans": [{ "id", "venueId", "name", "format", "file" }] }',
      )
      continue
    }
    const read = parseWith(catalogueFile, file.json, { place, notes })
    if (read) addLists(all, read, place)
  }
  for (const list of LISTS_BY_ID) reportRepeats(all[list], { list }, notes)
  reportRepeats(all.pictures, { list: 'pictures', key: 'name' }, notes)
  reportRepeats(all.memberships, { list: 'memberships', key: 'code' }, notes)
  reportRepeats(all.memberships.flatMap(pricesOf), { list: 'prices of memberships' }, notes)
  reportRepeats(all.voucherSuperClasses.flatMap(classesOf), { list: 'classes of vouchers' }, notes)
  reportRepeats(all.voucherSuperClasses.flatMap(classesOf).flatMap(pricesOf), { list: 'prices of vouchers' }, notes)
  reportRepeats(all.donations, { list: 'donations', key: 'code' }, notes)
  reportRepeats(all.donations.flatMap(detailsOf), { list: 'amounts of donations' }, notes)
  reportRepeats(all.ticketGroups.flatMap(ticketsOf), { list: 'tickets' }, notes)
  return all
}

/** Whether the file is a plan: a pretix plan has zones, stadium counts have sectors with rows. The venue is not in it. */
function isSeatplan(json: unknown): boolean {
  if (!isRecord(json)) return false
  return 'zones' in json || Object.values(json).some((tribune) => isRecord(tribune) && Object.values(tribune).some(hasRows))
}

function hasRows(sector: unknown): boolean {
  return isRecord(sector) && 'rows' in sector
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function addLists(all: SourcedCatalogue, read: CatalogueFile, place: Place): void {
  const source = <Item>(items: readonly Item[], list: ListName): Sourced<Item>[] =>
    items.map((item, index) => ({ item, place: inside(place, list, index) }))
  all.locations.push(...source(read.locations, 'locations'))
  all.venues.push(...source(read.venues, 'venues'))
  all.seatplans.push(...source(read.seatplans, 'seatplans'))
  all.categories.push(...source(read.categories, 'categories'))
  all.features.push(...source(read.features, 'features'))
  all.ticketGroups.push(...source(read.ticketGroups, 'ticketGroups'))
  all.products.push(...source(read.products, 'products'))
  all.serviceCharges.push(...source(read.serviceCharges, 'serviceCharges'))
  all.presentations.push(...source(read.presentations, 'presentations'))
  all.schedules.push(...source(read.schedules, 'schedules'))
  all.pictures.push(...source(read.pictures, 'pictures'))
  all.coupons.push(...source(read.coupons ?? [], 'coupons'))
  all.ticketVouchers.push(...source(read.ticketVouchers ?? [], 'ticketVouchers'))
  all.members.push(...source(read.members ?? [], 'members'))
  all.seniorBenefits.push(...source(read.seniorBenefits ?? [], 'seniorBenefits'))
  all.references.push(...source(read.references ?? [], 'references'))
  all.cancellationPolicies.push(...source(read.cancellationPolicies, 'cancellationPolicies'))
  all.seasons.push(...source(read.seasons, 'seasons'))
  all.memberships.push(...source(read.memberships, 'memberships'))
  all.voucherSuperClasses.push(...source(read.voucherSuperClasses, 'voucherSuperClasses'))
  all.donations.push(...source(read.donations, 'donations'))
  all.films.push(...source(read.films, 'films'))
  all.miniSites.push(...source(read.miniSites, 'miniSites'))
  all.customers.push(...source(read.customers, 'customers'))
  all.vouchers.push(...source(read.vouchers, 'vouchers'))
  for (const list of ENTITLEMENT_LISTS) if (read[list]) all.given.add(list)
}

function ticketsOf({ item, place }: SourcedCatalogue['ticketGroups'][number]): Sourced<{ id: number }>[] {
  return item.tickets.map((ticket, index) => ({ item: ticket, place: inside(place, 'tickets', index) }))
}

function classesOf({ item, place }: SourcedCatalogue['voucherSuperClasses'][number]) {
  return item.classes.map((one, index) => ({ item: one, place: inside(place, 'classes', index) }))
}

function pricesOf({ item, place }: Sourced<{ readonly prices: readonly { readonly id: number }[] }>): Sourced<{ id: number }>[] {
  return item.prices.map((price, index) => ({ item: price, place: inside(place, 'prices', index) }))
}

function detailsOf({ item, place }: SourcedCatalogue['donations'][number]): Sourced<{ id: number }>[] {
  const amounts = item.amounts.map((amount, index) => ({ item: amount, place: inside(place, 'amounts', index) }))
  return item.free ? [...amounts, { item: item.free, place: inside(place, 'free') }] : amounts
}

/** What the items of a list are called together, and the key that tells them apart; left out: their id. */
interface Listed {
  readonly list: string
  readonly key?: 'id' | 'name' | 'code'
}

/** Reports ids, and names of pictures, that occur twice in a list across files. */
export function reportRepeats(items: readonly Sourced<unknown>[], { list, key = 'id' }: Listed, notes: ImportNotes): void {
  const first = new Map<unknown, Place>()
  for (const { item, place } of items) {
    const id: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, key) : undefined
    const before = first.get(id)
    if (before)
      notes.problem(
        place,
        `the ${key} ${String(id)} is taken by another of the ${list} already, in ${before.file} at ${writePath(before.path)}`,
      )
    else first.set(id, place)
  }
}
