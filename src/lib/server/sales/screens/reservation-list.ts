import type * as z from 'zod/mini'
import type { producerReservations } from '#lib/contract/staff/live-acts.ts'
import type { Cell } from '#lib/domain/sales/csv.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { NEWEST_FIRST, readReservationSorting, stateOfReservation } from '#lib/domain/sales/reservation-sorting.ts'
import { rangeOf, type Days, type SalesRange } from '#lib/domain/sales/sales-range.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { countFor, isPlace, readPart, type ListPart, type ReservationPart } from '#lib/server/sales/acts/reservations.ts'
import { streamFile, type ExportFormat } from '#lib/server/sales/files/row-file.ts'
import { today } from '#lib/server/sales/live/shown.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { timeCell } from './export-table.ts'
import { readScreenQuery, type ScreenQuery } from './screen-query.ts'

export type ReservationListed = z.output<typeof producerReservations.answer>['reservations'][number]

/** How many reservations a page has. */
export const PAGE_SIZES = [25, 50, 100, 200] as const

/** What the list of reservations is asked for; a field that makes no sense is as if it was left out. */
export interface ReservationQuery extends Pick<
  ScreenQuery,
  'startDate' | 'endDate' | 'dateType' | 'featureId' | 'locationId' | 'sort' | 'transactionBusinessStartDate' | 'transactionBusinessEndDate'
> {
  /** A part of a name, a mobile number or the number of an order. */
  readonly search: string
  readonly pageSize: number
  /** The place that the page follows or precedes, and its number by which it is told; without a place it is the first. */
  readonly at: { readonly way: ListPart['way']; readonly place: string; readonly page: number } | undefined
}

export interface ReservationList {
  readonly days: Days
  /** Of the page. */
  readonly rows: readonly ReservationListed[]
  /** The number of the first one. */
  readonly from: number
  /** Of all pages, or `MOST_COUNTED` if there are more. */
  readonly count: number
  /** Whether there are more than were counted. */
  readonly isMore: boolean
  readonly page: number
  readonly pages: number
  /** The places by which the pages beside this one are found; undefined: there is none. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** Reservations that are counted for the head of a list; its pages go on. */
export const MOST_COUNTED = 10_000

export function readReservationQuery(params: URLSearchParams): ReservationQuery {
  const { find: _find, all: _all, isByLocation: _rows, date: _date, ...query } = readScreenQuery(params)
  const size = Number(params.get('pageSize'))
  return {
    ...query,
    search: (params.get('search') ?? '').replaceAll('\0', '').slice(0, 100),
    pageSize: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    at: placeIn(params),
  }
}

function placeIn(params: URLSearchParams): ReservationQuery['at'] {
  const page = /^[1-9]\d{0,5}$/.exec(params.get('page') ?? '')
  const way = (['after', 'before'] as const).find((one) => isPlace(params.get(one)))
  return way && page ? { way, place: params.get(way) ?? '', page: Number(page[0]) } : undefined
}

/**
 * A page of the reservations of the member's presentations, in the order of the list; what was made or changed since may move from one page to another. Refusals:
 * BAD_REQUEST (a range that ends before it begins), NOT_FOUND (an id of nothing that is hers).
 */
export async function reservationList(member: StaffMember, query: ReservationQuery): Promise<Result<ReservationList>> {
  const asked = askOf(query)
  const range = rangeOf(asked, today())
  if (!range.ok) return range
  const counted = await countFor(member, asked, MOST_COUNTED)
  if (!counted.ok) return counted
  const read = await readPage(member, query)
  if (!read.ok) return read
  const { page, part, before, after } = read.value
  const [count, isMore] = [Math.min(counted.value, MOST_COUNTED), counted.value > MOST_COUNTED]
  return accept({
    ...{ days: daysOf(range.value), rows: part.rows, from: (page - 1) * query.pageSize + 1, count, isMore },
    ...{ page, pages: Math.max(page, Math.ceil(count / query.pageSize)), before, after },
  })
}

interface Page extends Pick<ReservationList, 'page' | 'before' | 'after'> {
  readonly part: ReservationPart
}

/** Where nothing is left of a page, and where less than a page stands before a place, the first page. */
async function readPage(member: StaffMember, query: ReservationQuery): Promise<Result<Page>> {
  const { at, pageSize } = query
  const shared = { sorting: sortingOf(query), most: pageSize }
  if (at) {
    const read = await readPart(member, askOf(query), { ...shared, way: at.way, place: at.place })
    if (!read.ok) return read
    const { rows, first, last, hasMore } = read.value
    if (at.way === 'after' && rows.length > 0)
      return accept({ part: read.value, page: at.page, before: first, after: hasMore ? last : undefined })
    if (at.way === 'before' && hasMore) return accept({ part: read.value, page: at.page, before: first, after: last })
  }
  const read = await readPart(member, askOf(query), { ...shared, way: 'after', place: undefined })
  if (!read.ok) return read
  const { last, hasMore } = read.value
  return accept({ part: read.value, page: 1, before: undefined, after: hasMore ? last : undefined })
}

function sortingOf({ sort }: ReservationQuery): ListPart['sorting'] {
  return readReservationSorting(sort) ?? NEWEST_FIRST
}

function askOf({ sort: _sort, at: _at, pageSize: _size, search, ...asked }: ReservationQuery) {
  return { ...asked, ...(search.trim() !== '' && { search }) }
}

function daysOf({ presentations, transactions }: SalesRange): Days {
  return presentations ?? transactions ?? { from: today(), to: today() }
}

/** Reservations of a file that are read together; of another order than the newest first more, because each reading orders all of them. */
const [BATCH, SORTED_BATCH] = [1_000, 10_000]

/** The file of a list, all its pages, as it is read. Refusals: those of `reservationList`. */
export async function exportReservations(
  member: StaffMember,
  query: ReservationQuery,
  { format, locale, t }: { readonly format: ExportFormat; readonly locale: Locale; readonly t: Translate },
): Promise<Result<{ readonly file: ReadableStream<Uint8Array>; readonly days: Days }>> {
  const range = rangeOf(askOf(query), today())
  if (!range.ok) return range
  const first = await readBatch(member, query)
  if (!first.ok) return first
  const head = FILE_COLUMNS.map((column) => t(`producer.col_${column}`))
  const begun = first.value
  async function* batches() {
    for (let part: ReservationPart | undefined = begun; part; part = await nextBatch(member, query, part))
      yield part.rows.map((row) => cellsOf(row, t))
  }
  const file = streamFile({ head, batches: batches(), format, name: t('producer.reservations'), locale })
  return accept({ days: daysOf(range.value), file })
}

function readBatch(member: StaffMember, query: ReservationQuery, place?: string): Promise<Result<ReservationPart>> {
  const sorting = sortingOf(query)
  const most = sorting.column === NEWEST_FIRST.column && sorting.isDown ? BATCH : SORTED_BATCH
  return readPart(member, askOf(query), { sorting, way: 'after', place, most })
}

/** @throws {Error} where the file cannot go on: it ends as one that is broken, not as one that is whole */
async function nextBatch(member: StaffMember, query: ReservationQuery, { last, hasMore }: ReservationPart) {
  if (!hasMore) return undefined
  const next = await readBatch(member, query, last)
  if (!next.ok || next.value.rows.length === 0) throw new Error('The list changed while its file was read.')
  return next.value
}

function cellsOf(row: ReservationListed, t: Translate): readonly Cell[] {
  return [
    ...[row.CustomerName, row.MobileNumber, row.EmailAddress, row.OrderNumber, timeCell(row.DateTimeCreated)],
    ...[row.FeatureName, row.LocationName, row.PresentationId === 0 ? null : timeCell(row.StartDateTime)],
    ...[row.SectionName, row.RowNames, row.SeatNames, row.Quantity, row.Amount],
    ...[t(`producer.state_${stateOfReservation(row)}`), t(`live.channel_${row.Channel}`)],
  ]
}

const FILE_COLUMNS = [
  ...['name', 'mobile', 'email', 'number', 'made', 'feature', 'location', 'show'],
  ...['section', 'rows', 'seats', 'tickets', 'amount', 'state', 'channel'],
]
