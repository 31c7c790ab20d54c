import { accept, type Result } from '#lib/domain/result.ts'
import { findRows, readSorting, sortRows, type SalesColumn, type SalesRow, type SalesTable } from '#lib/domain/sales/sales-tables.ts'
import type { Days } from '#lib/domain/sales/sales-range.ts'
import { NOTHING } from '#lib/domain/sales/sums.ts'
import { addDays } from '#lib/domain/time/days.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { dashboardOf, type Dashboard, type PeriodSums } from '#lib/server/sales/live/dashboard.ts'
import { featureSales, locationSales, monitor } from '#lib/server/sales/live/monitors.ts'
import { today } from '#lib/server/sales/live/shown.ts'
import type { Locale } from '#lib/text/locales.ts'
import { textOf } from '#lib/text/text.ts'
import type { Translate } from '#lib/text/translate.ts'
import type { ScreenName } from '#lib/domain/sales/screens.ts'
import type { ScreenQuery } from './screen-query.ts'
import { rowOfWire } from './wire-rows.ts'

/** The numbers of a screen: its tables as they are sorted and searched, and the sums above them. */
export interface Screen {
  readonly name: ScreenName
  readonly days: Days
  readonly sums: PeriodSums | undefined
  readonly dashboard: Dashboard | undefined
  readonly tables: readonly SalesTable[]
}

/** A screen that somebody of the staff asks for or has open; all who see the same share it. */
export interface AskedScreen {
  readonly name: ScreenName
  readonly member: StaffMember
  readonly query: ScreenQuery
  readonly locale: Locale
}

type Ask = (member: StaffMember, query: ScreenQuery, t: Translate) => Promise<Result<Screen>>

const HOUSE: readonly SalesColumn[] = ['sold', 'capacity', 'free', 'share', 'gross', 'net']
const MONEY: readonly SalesColumn[] = ['sold', 'returned', 'gross', 'refunded', 'net']

/** Reads a screen for a member of staff, who sees own numbers only. Refusals: BAD_REQUEST (a range that ends before it begins), NOT_FOUND (an id of nothing that is hers). */
export async function readScreen({ name, member, query, locale }: AskedScreen): Promise<Result<Screen>> {
  const read = await ASKS[name](member, query, textOf(locale))
  if (!read.ok) return read
  const sorting = readSorting(query.sort)
  const tables = read.value.tables.map((table) => {
    const found = findRows(table.rows, query.find)
    return { ...table, rows: sorting?.table === table.id ? sortRows(found, sorting) : found }
  })
  return accept({ ...read.value, tables })
}

const reports: Ask = async (member, query, t) => {
  const read = await dashboardOf(member, query, t('live.allLocations'))
  if (!read.ok) return read
  const { tables, days, now } = read.value
  const lines = tables.lines.map(({ kind, ...row }) => ({ ...row, ...lineWords(t, kind, row.name) }))
  const channels = tables.channels.map((row) => ({ ...row, name: t(`live.channel_${row.id}`) }))
  return accept({
    ...{ name: 'reports', days, sums: now, dashboard: read.value },
    tables: [
      { id: 'locations', columns: HOUSE, rows: tables.locations },
      ...(query.featureId === undefined ? [{ id: 'features', columns: HOUSE, rows: tables.features }] : []),
      { id: 'presentations', columns: HOUSE, rows: tables.presentations },
      { id: 'days', columns: MONEY, rows: tables.days },
      { id: 'lines', columns: MONEY, rows: lines },
      { id: 'channels', columns: MONEY, rows: channels },
    ],
  })
}

const KINDS = ['seat', 'product', 'charge', 'kept', 'donation', 'membership', 'voucher', 'film']

function lineWords(t: Translate, kind: string, name: string): Pick<SalesRow, 'name' | 'note'> {
  const word = t(`live.kind_${KINDS.includes(kind) ? kind : 'unknown'}`)
  return name === '' ? { name: word } : { name, note: word }
}

const DAY: readonly SalesColumn[] = ['sold', 'capacity', 'free', 'share', 'returned', 'net']

const locations: Ask = async (member, query, t) => {
  const { date = today(), featureId } = query
  const read = await locationSales(member, { date, featureId }, t('live.allLocations'))
  if (!read.ok) return read
  const rows = read.value.locations.map((row) => ({
    ...rowOfWire(row, { id: String(row.LocationId), name: row.Name }),
    ...(row.LocationId < 0 && { isTotal: true }),
  }))
  return accept({
    ...{ name: 'locations', days: { from: date, to: date }, sums: undefined, dashboard: undefined },
    tables: [{ id: 'locations', columns: DAY, rows }],
  })
}

const features: Ask = async (member, query, t) => {
  const { date = today(), featureId, locationId, isByLocation } = query
  const read = await featureSales(member, { date, featureId, locationId, isByLocation }, t('live.allLocations'))
  if (!read.ok) return read
  const rows = read.value.features.map((row) =>
    rowOfWire(row, {
      ...{ id: `${String(row.FeatureId)}-${String(row.LocationId)}`, name: row.FeatureName },
      ...(isByLocation && { note: row.Name }),
    }),
  )
  return accept({
    ...{ name: 'features', days: { from: date, to: date }, sums: undefined, dashboard: undefined },
    tables: [{ id: 'features', columns: DAY, rows }],
  })
}

const WALL: readonly SalesColumn[] = ['sold', 'free', 'share', 'net']
const WALL_DAYS = 7

/** What begins from today on, a week long unless something else is asked for. */
const wall: Ask = async (member, query, t) => {
  const from = query.startDate ?? today()
  const to = query.endDate ?? addDays(from, WALL_DAYS - 1)
  const read = await monitor(member, { startDate: from, endDate: to })
  if (!read.ok) return read
  const { presentations } = read.value
  const rows = presentations.map((row) =>
    rowOfWire(row, {
      ...{ id: String(row.PresentationId), name: row.FeatureName, rank: row.DateTime },
      note: row.IsCancelled ? t('live.cancelledShow') : `${row.LocationName} · ${row.VenueName}`,
    }),
  )
  return accept({
    ...{ name: 'monitor', days: { from, to }, sums: sumOf(rows), dashboard: undefined },
    tables: [{ id: 'presentations', columns: WALL, rows }],
  })
}

function sumOf(rows: readonly SalesRow[]): PeriodSums {
  return rows.reduce<PeriodSums>(
    (sum, row) => ({
      ...{ sold: sum.sold + row.sold + row.returned, returned: sum.returned + row.returned },
      ...{ gross: sum.gross + row.gross, refunded: sum.refunded + row.refunded },
      ...{ capacity: sum.capacity + row.capacity, taken: sum.taken + row.taken },
    }),
    { ...NOTHING, capacity: 0, taken: 0 },
  )
}

const ASKS: Readonly<Record<ScreenName, Ask>> = { reports, locations, features, monitor: wall }
