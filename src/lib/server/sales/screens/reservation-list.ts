import type * as z from 'zod/mini'
import type { producerReservations } from '#lib/contract/staff/live-acts.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { readReservationSorting, sortReservations, stateOfReservation } from '#lib/domain/sales/reservation-sorting.ts'
import { rangeOf, type Days } from '#lib/domain/sales/sales-range.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { today } from '#lib/server/sales/live/shown.ts'
import { reservationsFor } from '#lib/server/sales/acts/reservations.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import { fileOf, timeCell, type ExportFormat } from './export-table.ts'
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
  /** From 1. */
  readonly page: number
}

export interface ReservationList {
  readonly days: Days
  /** Of the page. */
  readonly rows: readonly ReservationListed[]
  /** The number of the first one. */
  readonly from: number
  readonly count: number
  readonly page: number
  readonly pages: number
  /** Whether there are more than a list has. */
  readonly isCut: boolean
}

/** Reservations of a list, the newest, and of a file. */
export const MOST_LISTED = 1_000
const MOST_IN_FILE = 20_000

export function readReservationQuery(params: URLSearchParams): ReservationQuery {
  const { find: _find, all: _all, isByLocation: _rows, date: _date, ...query } = readScreenQuery(params)
  const size = Number(params.get('pageSize'))
  const page = /^[1-9]\d{0,4}$/.exec(params.get('page') ?? '')
  return {
    ...query,
    search: (params.get('search') ?? '').replaceAll('\0', '').slice(0, 100),
    pageSize: PAGE_SIZES.find((one) => one === size) ?? PAGE_SIZES[0],
    page: page ? Number(page[0]) : 1,
  }
}

/** A page of the reservations of the member's presentations. Refusals: BAD_REQUEST (a range that ends before it begins), NOT_FOUND (an id of nothing that is hers). */
export async function reservationList(member: StaffMember, query: ReservationQuery): Promise<Result<ReservationList>> {
  const read = await readAll(member, query, MOST_LISTED)
  if (!read.ok) return read
  const { rows, days, isCut } = read.value
  const pages = Math.max(1, Math.ceil(rows.length / query.pageSize))
  const page = Math.min(query.page, pages)
  const from = (page - 1) * query.pageSize
  return accept({ days, rows: rows.slice(from, from + query.pageSize), from: from + 1, count: rows.length, page, pages, isCut })
}

interface All {
  readonly days: Days
  readonly rows: readonly ReservationListed[]
  readonly isCut: boolean
}

async function readAll(member: StaffMember, query: ReservationQuery, most: number): Promise<Result<All>> {
  const { sort, page: _page, pageSize: _size, search, ...asked } = query
  const range = rangeOf(asked, today())
  if (!range.ok) return range
  const read = await reservationsFor(member, { ...asked, ...(search.trim() !== '' && { search }) }, most)
  if (!read.ok) return read
  const { reservations, next } = read.value
  const sorting = readReservationSorting(sort)
  const days = range.value.presentations ?? range.value.transactions ?? { from: today(), to: today() }
  return accept({ days, rows: sorting ? sortReservations(reservations, sorting) : reservations, isCut: next !== null })
}

/** The file of a list, all its pages. Refusals: those of `reservationList`. */
export async function exportReservations(
  member: StaffMember,
  query: ReservationQuery,
  { format, locale, t }: { readonly format: ExportFormat; readonly locale: Locale; readonly t: Translate },
): Promise<Result<{ readonly file: Buffer; readonly days: Days }>> {
  const read = await readAll(member, query, MOST_IN_FILE)
  if (!read.ok) return read
  const { rows, days } = read.value
  const head = FILE_COLUMNS.map((column) => t(`producer.col_${column}`))
  const cells = rows.map((row) => [
    ...[row.CustomerName, row.MobileNumber, row.EmailAddress, row.OrderNumber, timeCell(row.DateTimeCreated)],
    ...[row.FeatureName, row.LocationName, row.PresentationId === 0 ? null : timeCell(row.StartDateTime)],
    ...[row.SectionName, row.RowNames, row.SeatNames, row.Quantity, row.Amount],
    ...[t(`producer.state_${stateOfReservation(row)}`), t(`live.channel_${row.Channel}`)],
  ])
  return accept({ days, file: await fileOf([head, ...cells], format, { name: t('producer.reservations'), locale }) })
}

const FILE_COLUMNS = [
  ...['name', 'mobile', 'email', 'number', 'made', 'feature', 'location', 'show'],
  ...['section', 'rows', 'seats', 'tickets', 'amount', 'state', 'channel'],
]
