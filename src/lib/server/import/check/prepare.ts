import { toAgorot } from '#lib/domain/money/money.ts'
import { readDrawing } from '#lib/server/import/read/read-drawing.ts'
import type { FeatureItem, ProductItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { datePresentations, type DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import {
  ENTITLEMENT_LISTS,
  readCatalogue,
  reportRepeats,
  type Sourced,
  type SourcedCatalogue,
} from '#lib/server/import/read/read-catalogue.ts'
import { readCustomers, type ReadCustomer } from '#lib/server/import/read/read-customers.ts'
import { readDonation, type DrawnDonation } from '#lib/server/import/read/read-donations.ts'
import { readFilms, type ReadFilm } from '#lib/server/import/read/read-films.ts'
import { readMiniSite, type DrawnMiniSite, type ReadMiniSite } from '#lib/server/import/read/read-mini-sites.ts'
import { readEntitlements, type ReadEntitlement } from '#lib/server/import/read/read-entitlements.ts'
import type { ImportFile } from '#lib/server/import/read/read-file.ts'
import { readMemberships, readSeasons, type ReadMembership, type ReadSeason } from '#lib/server/import/read/read-memberships.ts'
import { readPicture, type ReadPicture } from '#lib/server/import/read/read-picture.ts'
import { readPlan, type ReadPlan } from '#lib/server/import/plans/read-plan.ts'
import { readVoucherSuperClasses, type ReadVoucherSuperClass } from '#lib/server/import/read/read-voucher-classes.ts'
import { readVouchers, type ReadVoucher } from '#lib/server/import/read/read-vouchers.ts'
import { inside, type ImportNotes } from '#lib/server/import/read/report.ts'

/** The contents of all files, parsed, laid out and sanitised, but not yet compared with the database. */
export interface Prepared extends Omit<
  SourcedCatalogue,
  | 'seatplans'
  | 'features'
  | 'products'
  | 'presentations'
  | 'schedules'
  | 'pictures'
  | 'vouchers'
  | 'customers'
  | 'seasons'
  | 'memberships'
  | 'voucherSuperClasses'
  | 'donations'
  | 'films'
  | 'miniSites'
  | 'given'
  | (typeof ENTITLEMENT_LISTS)[number]
> {
  /** The day that relative days count from, YYYY-MM-DD. */
  readonly today: string
  readonly plans: readonly Sourced<ReadPlan>[]
  readonly features: readonly Sourced<FeatureItem & { readonly posterPicture: string }>[]
  readonly products: readonly Sourced<ProductItem & { readonly imagePicture: string }>[]
  readonly presentations: readonly Sourced<DatedPresentation>[]
  readonly pictures: readonly Sourced<ReadPicture>[]
  readonly entitlements: readonly Sourced<ReadEntitlement>[]
  /** The lists of entitlements present in the files. */
  readonly givenLists: readonly (typeof ENTITLEMENT_LISTS)[number][]
  readonly vouchers: readonly Sourced<ReadVoucher>[]
  readonly customers: readonly Sourced<ReadCustomer>[]
  readonly seasons: readonly Sourced<ReadSeason>[]
  readonly memberships: readonly Sourced<ReadMembership>[]
  readonly voucherSuperClasses: readonly Sourced<ReadVoucherSuperClass>[]
  readonly donations: readonly Sourced<DrawnDonation>[]
  readonly films: readonly Sourced<ReadFilm>[]
  readonly miniSites: readonly Sourced<DrawnMiniSite>[]
}

/** Reads the files completely; every problem goes to the notes. `today` is YYYY-MM-DD, the base of relative days. */
export async function prepareCatalogue(files: readonly ImportFile[], today: string, notes: ImportNotes): Promise<Prepared> {
  const { seatplans, features, products, presentations, schedules, pictures, given, ...lists } = readCatalogue(files, notes)
  const {
    coupons,
    ticketVouchers,
    members,
    seniorBenefits,
    references,
    vouchers,
    customers,
    seasons,
    memberships,
    voucherSuperClasses,
    donations,
    films,
    ...plain
  } = lists
  const folders = new Map(files.map((file) => [file.name, file.folder]))
  const beside = { folders, notes }
  const dated = datePresentations({ presentations, schedules }, today, notes)
  reportRepeats(dated, { list: 'presentations' }, notes)
  return {
    ...plain,
    today,
    plans: await readEach(seatplans, async (source) => withPlace(await readPlan(source, folders.get(source.place.file), notes), source)),
    presentations: dated,
    pictures: await readEach(pictures, (source) => readPicture(source, folders.get(source.place.file), notes)),
    entitlements: readEntitlements(
      { coupons, ticketVouchers, members, seniorBenefits, references, miniSites: lists.miniSites },
      today,
      notes,
    ),
    givenLists: ENTITLEMENT_LISTS.filter((list) => given.has(list)),
    vouchers: readVouchers(vouchers, today, notes),
    customers: await readCustomers(customers, folders, notes),
    seasons: readSeasons(seasons, today, notes),
    memberships: readMemberships(memberships, today, notes),
    voucherSuperClasses: readVoucherSuperClasses(voucherSuperClasses, today, notes),
    films: await readFilms(films, today, notes),
    donations: await readDrawings(
      donations.map((source) => readDonation(source, today, notes)),
      'image',
      beside,
    ),
    miniSites: await readSitePictures(
      lists.miniSites.map((source) => readMiniSite(source, today, notes)),
      beside,
    ),
    features: await readDrawings(features, 'poster', beside),
    products: await readDrawings(products, 'image', beside),
  }
}

/** Reads items one after the other; those with problems are left out. */
async function readEach<From, To>(sources: readonly From[], read: (source: From) => Promise<To | undefined>): Promise<To[]> {
  const found: To[] = []
  for (const source of sources) {
    const item = await read(source)
    if (item) found.push(item)
  }
  return found
}

function withPlace<Item>(item: Item | undefined, { place }: Sourced<unknown>): Sourced<Item> | undefined {
  return item && { item, place }
}

type Drawing = FeatureItem['poster']

/** An item and the SVG of its drawing. */
type WithPicture<Item, Key extends string> = Item & Readonly<Record<`${Key}Picture`, string>>

/** The folders of the catalogue files, by their names, and what takes the findings on files in them. */
interface Beside {
  readonly folders: ReadonlyMap<string, ImportFile['folder']>
  readonly notes: ImportNotes
}

/** @param key under which the file has the drawing; its SVG is added as `${key}Picture`, empty if it cannot be read */
async function readDrawings<Key extends string, Item extends Readonly<Record<Key, Drawing>>>(
  sources: readonly Sourced<Item>[],
  key: Key,
  { folders, notes }: Beside,
): Promise<Sourced<WithPicture<Item, Key>>[]> {
  const drawn: Sourced<WithPicture<Item, Key>>[] = []
  for (const { item, place } of sources) {
    const svg = await readDrawing(item[key], { folder: folders.get(place.file), place: inside(place, key), notes })
    const picture = { [`${key}Picture`]: svg ?? '' } as Record<`${Key}Picture`, string>
    drawn.push({ item: { ...item, ...picture }, place })
  }
  return drawn
}

async function readSitePictures(sites: readonly Sourced<ReadMiniSite>[], beside: Beside): Promise<Sourced<DrawnMiniSite>[]> {
  return readDrawings(await readDrawings(sites, 'mark', beside), 'cover', beside)
}

/** Agorot of an amount in the files, which their schema limits to two decimals. */
export function agorotOf(shekels: number): number {
  const amount = toAgorot(shekels)
  if (amount === undefined) throw new RangeError(`${String(shekels)} shekels are no whole agorot`)
  return amount
}
