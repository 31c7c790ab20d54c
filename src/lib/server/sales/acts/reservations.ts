import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { producerReservations as contract } from '#lib/contract/staff/live-acts.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { NEWEST_FIRST, type ReservationSorting } from '#lib/domain/sales/reservation-sorting.ts'
import { isWithin, rangeOf, type SalesRange } from '#lib/domain/sales/sales-range.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { listSeatNames } from '#lib/text/seat-names.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { featureFields, placeFields } from '#lib/server/catalogue/showing-words.ts'
import { distinct, RES_STATE, seatsOnce } from '#lib/server/orders/read/reservations.ts'
import { shownTo, today } from '#lib/server/sales/live/shown.ts'
import { isOwn } from './own-reservation.ts'
import { countReservations, readReservations, type FoundReservation, type ListPlace, type Looked } from './read-reservations.ts'

type Query = QueryOf<typeof contract>
type Answer = AnswerOf<typeof contract>

/** Reservations on a page. */
export const PAGE = 50

/** Which part of a list is read, and in which order. */
export interface ListPart {
  readonly sorting: ReservationSorting
  /** What follows a place, or stands before it. */
  readonly way: 'after' | 'before'
  /** As `placeText` writes it; undefined: the end at which that way begins. */
  readonly place: string | undefined
  readonly most: number
}

export interface ReservationPart {
  readonly rows: Answer['reservations']
  /** The places of the first and the last row; undefined of none. */
  readonly first: string | undefined
  readonly last: string | undefined
  /** Whether there are more, that way. */
  readonly hasMore: boolean
}

/**
 * The reservations that a member of staff may act on, the newest first. Refusals: BAD_REQUEST (a range that ends before it begins, no place), NOT_FOUND (an id
 * that the member has nothing of).
 */
export async function reservationsFor(member: StaffMember, query: Query): Promise<Result<Answer>> {
  const read = await readPart(member, query, { sorting: NEWEST_FIRST, way: 'after', place: query.after, most: PAGE })
  if (!read.ok) return read
  const { rows, last, hasMore } = read.value
  return accept({ reservations: rows, next: hasMore && last !== undefined ? last : null })
}

/** A part of the same list, in any order. Refusals: those of `reservationsFor`. */
export async function readPart(member: StaffMember, query: Query, part: ListPart): Promise<Result<ReservationPart>> {
  const { sorting, way, most } = part
  const place = readPlace(part.place)
  if (place === undefined) return refuse('BAD_REQUEST', { field: 'after' })
  const looked = await lookedFor(member, query)
  if (!looked.ok) return looked
  const found = await readReservations({ ...looked.value, sorting, way, from: place, most: most + 1 })
  const hasMore = found.length > most
  const page = !hasMore ? found : way === 'after' ? found.slice(0, most) : found.slice(1)
  const from = await catalogue()
  const [first, last] = [page.at(0), page.at(-1)]
  return accept({
    rows: page.map((one) => describe(one, from)),
    first: first && placeText(first),
    last: last && placeText(last),
    hasMore,
  })
}

/** How many reservations there are in the list, of more than `most` that many and one. Refusals: those of `reservationsFor`. */
export async function countFor(member: StaffMember, query: Query, most: number): Promise<Result<number>> {
  const looked = await lookedFor(member, query)
  return looked.ok ? accept(await countReservations(looked.value, most)) : looked
}

async function lookedFor(member: StaffMember, query: Query): Promise<Result<Looked>> {
  const range = rangeOf(query, today())
  if (!range.ok) return range
  const shows = await showsOf(member, query, range.value)
  if (!shows.ok) return shows
  const own = isOwn(member, []) ? null : await ownShows(member)
  return accept({ days: range.value.transactions, shows: shows.value, own, search: query.search ?? '' })
}

/** All presentations that the member may act on, whatever is asked for: an order is the member's if it has no others. */
async function ownShows(member: StaffMember): Promise<readonly number[]> {
  const shown = await shownTo(member, {}, PERMISSIONS.reservations)
  return shown.ok ? shown.value.map(({ presentation }) => presentation.id) : []
}

/** The presentations whose reservations are asked for; null: all that there are, and those of none. */
async function showsOf(member: StaffMember, query: Query, range: SalesRange): Promise<Result<readonly number[] | null>> {
  const { presentationId, presentationIds = [], featureId, locationId } = query
  const ids = presentationId === undefined ? presentationIds : [...presentationIds, presentationId]
  const wanted = { featureId, locationId, presentationIds: ids.length > 0 ? ids : undefined }
  const shown = await shownTo(member, wanted, PERMISSIONS.reservations)
  if (!shown.ok) return shown
  const isWhole = isOwn(member, []) && range.presentations === undefined && ids.length === 0 && (locationId ?? -1) === -1
  if (isWhole && featureId === undefined) return accept(null)
  return accept(shown.value.filter(({ day }) => isWithin(day, range.presentations)).map(({ presentation }) => presentation.id))
}

const PLACE = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Whether a text is a place in a list. */
export function isPlace(text: string | null): text is string {
  return text !== null && PLACE.test(text)
}

function placeText({ madeAt, orderId }: ListPlace): string {
  return `${madeAt}_${orderId}`
}

/** null: none; undefined: it is none of ours. */
function readPlace(text: string | undefined): ListPlace | null | undefined {
  if (text === undefined) return null
  const [, madeAt, orderId] = PLACE.exec(text) ?? []
  return madeAt === undefined || orderId === undefined ? undefined : { madeAt, orderId }
}

function describe(found: FoundReservation, from: Catalogue): Answer['reservations'][number] {
  const { state, places, tickets } = found
  const isOpen = state === 'paid' || state === 'unpaid'
  const quantity = isOpen ? tickets : 0
  const shown = quantity > 0 ? places : []
  return {
    ReservationIdentifier: found.resId,
    OrderNumber: formatOrderNumber(found.orderNumber),
    ResStateId: isOpen && tickets > 0 ? RES_STATE[state] : RES_STATE.refunded,
    IsUnpaid: state === 'unpaid',
    CustomerName: [found.firstName, found.lastName].filter(Boolean).join(' '),
    MobileNumber: found.mobileNumber,
    EmailAddress: found.email,
    DateTimeCreated: found.createdAt.toISOString(),
    ...showOf(found, from),
    Quantity: quantity,
    SectionName: distinct(shown.map(({ sectionName }) => sectionName)),
    RowNames: distinct(shown.map(({ rowName }) => rowName)),
    SeatNames: listSeatNames(seatsOnce(shown)),
    Amount: toShekels(found.amount),
    Channel: found.channel,
    MayCancel: quantity > 0,
    MaySend: state === 'paid' && quantity > 0,
  }
}

function showOf({ presentationIds, createdAt }: FoundReservation, from: Catalogue) {
  const show = from.presentations.get(presentationIds[0] ?? 0)
  return {
    PresentationId: show?.id ?? 0,
    FeatureId: show?.featureId ?? 0,
    FeatureName: featureFields(from, show).featureName,
    LocationName: placeFields(from, show).locationName,
    StartDateTime: (show ? new Date(show.startsAt) : createdAt).toISOString(),
  }
}
