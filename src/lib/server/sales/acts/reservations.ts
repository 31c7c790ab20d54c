import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { producerReservations as contract } from '#lib/contract/staff/live-acts.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { toShekels } from '#lib/domain/money/money.ts'
import { formatOrderNumber } from '#lib/domain/orders/order-number.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { isWithin, rangeOf, type SalesRange } from '#lib/domain/sales/sales-range.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { listSeatNames } from '#lib/text/seat-names.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { distinct, RES_STATE, seatsOnce } from '#lib/server/orders/read/reservations.ts'
import { shownTo, today } from '#lib/server/sales/live/shown.ts'
import { isOwn, scopesOf } from './own-reservation.ts'
import { readReservations, type FoundReservation } from './read-reservations.ts'

type Query = QueryOf<typeof contract>
type Answer = AnswerOf<typeof contract>

/** Reservations on a page. */
export const PAGE = 50

/**
 * The reservations that a member of staff may act on, the newest first, and at most so many. Refusals: BAD_REQUEST (a range that ends before it begins, no page), NOT_FOUND (an id
 * that the member has nothing of).
 */
export async function reservationsFor(member: StaffMember, query: Query, most = PAGE): Promise<Result<Answer>> {
  const range = rangeOf(query, today())
  if (!range.ok) return range
  const after = readCursor(query.after)
  if (after === undefined) return refuse('BAD_REQUEST', { field: 'after' })
  const shows = await showsOf(member, query, range.value)
  if (!shows.ok) return shows
  const { transactions: days } = range.value
  const found = await readReservations({ days, after, shows: shows.value, search: query.search ?? '', most: most + 1 })
  const page = found.slice(0, most)
  const last = found.length > most ? page.at(-1) : undefined
  const from = await catalogue()
  const rows = page.flatMap((one) => (isOwn(member, scopesOf(from, one.presentationIds)) ? describe(one, from) : []))
  return accept({ reservations: rows, next: last ? `${last.madeAt}_${last.orderId}` : null })
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

const CURSOR = /^(\d{1,19})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** null: from the newest; undefined: no cursor of ours. */
function readCursor(text: string | undefined): { readonly madeAt: string; readonly orderId: string } | null | undefined {
  if (text === undefined) return null
  const [, madeAt, orderId] = CURSOR.exec(text) ?? []
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
  const venue = from.venues.get(show?.venueId ?? 0)
  return {
    PresentationId: show?.id ?? 0,
    FeatureId: show?.featureId ?? 0,
    FeatureName: from.features.get(show?.featureId ?? 0)?.name ?? '',
    LocationName: from.locations.get(venue?.locationId ?? 0)?.name ?? '',
    StartDateTime: (show ? new Date(show.startsAt) : createdAt).toISOString(),
  }
}
