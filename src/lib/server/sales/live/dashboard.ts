import { accept, type Result } from '#lib/domain/result.ts'
import { datesOf, periodBefore } from '#lib/domain/sales/periods.ts'
import { UNCOUNTED_LOCATION } from '#lib/domain/sales/location-sales.ts'
import { DATE_TYPES, isWithin, rangeOf, type Days, type RangeQuery } from '#lib/domain/sales/sales-range.ts'
import type { SalesRow } from '#lib/domain/sales/sales-tables.ts'
import { add, NOTHING, takenOf, type Sums } from '#lib/domain/sales/sums.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { channelRows, dayRows, grouped, hoursOf, lineRows, locationRows, presentationRow } from './dashboard-rows.ts'
import type { House, HourShare, LineRow } from './dashboard-rows.ts'
import { sumsBy } from './parts-by.ts'
import { partsTogether, sumsOfPresentations, type PartSums } from './read-sums.ts'
import type { Shown } from './all-shown.ts'
import { shownTo, today, type Wanted } from './shown.ts'

export interface DashboardQuery extends RangeQuery, Omit<Wanted, 'presentationIds'> {}

/** What a period has sold, and how full its houses are; agorot. */
export interface PeriodSums extends Sums {
  readonly capacity: number
  readonly taken: number
}

/** The report of features and presentations: a period beside the one before, its pictures and its tables. */
export interface Dashboard {
  readonly days: Days
  readonly isByPresentation: boolean
  readonly now: PeriodSums
  readonly before: PeriodSums
  /** Tickets by day, of both periods; of long ones the last days. */
  readonly byDay: readonly { readonly date: string; readonly sold: number; readonly before: number }[]
  readonly byHour: readonly HourShare[]
  /** Whether the row of all locations leaves one out (spec §9). */
  readonly leavesOut: string | undefined
  readonly tables: Readonly<Record<'locations' | 'features' | 'presentations' | 'days' | 'channels', readonly SalesRow[]>> & {
    readonly lines: readonly LineRow[]
  }
}

const MOST_DAYS = 62

/** Refusals: BAD_REQUEST (a range that ends before it begins), those of `shownTo`. */
export async function dashboardOf(member: StaffMember, query: DashboardQuery, allName: string): Promise<Result<Dashboard>> {
  const range = rangeOf(query, today())
  if (!range.ok) return range
  const visible = await shownTo(member, query)
  if (!visible.ok) return visible
  const isByPresentation = query.dateType === DATE_TYPES.presentation
  const days = range.value.presentations ?? range.value.transactions ?? { from: today(), to: today() }
  const narrowed = isByPresentation ? range.value.transactions : undefined
  const [now, before] = await Promise.all(
    [days, periodBefore(days)].map((period) => readPeriod({ visible: visible.value, period, isByPresentation, narrowed })),
  )
  if (!now || !before) throw new Error('A period was not read.')
  const from = await catalogue()
  return accept({
    ...{ days, isByPresentation, now: totalOf(now), before: totalOf(before) },
    byDay: compareDays(now, before),
    byHour: hoursOf(now.houses),
    leavesOut: now.houses.find(({ shown }) => shown.locationId === UNCOUNTED_LOCATION)?.shown.locationName,
    tables: {
      locations: locationRows(now.houses, allName),
      features: grouped(now.houses, ({ shown }) => [String(shown.presentation.featureId), shown.featureName]),
      presentations: now.houses.map(presentationRow),
      days: dayRows(now.byDate),
      lines: lineRows(from, now.parts),
      channels: channelRows(now.parts),
    },
  })
}

interface Asked {
  readonly visible: readonly Shown[]
  readonly period: Days
  readonly isByPresentation: boolean
  /** Narrows the transactions of presentations. */
  readonly narrowed: Days | undefined
}

interface Period {
  readonly days: Days
  readonly houses: readonly House[]
  readonly parts: readonly PartSums[]
  /** Sums by date: of the transactions, or of the presentations. */
  readonly byDate: ReadonlyMap<string, Sums>
}

async function readPeriod({ visible, period, isByPresentation, narrowed }: Asked): Promise<Period> {
  const shown = isByPresentation ? visible.filter(({ day }) => isWithin(day, period)) : visible
  const parts = await partsTogether(shown.map(idOf), isByPresentation ? narrowed : period)
  const sums = sumsBy(parts, 'presentationId')
  const counted = isByPresentation ? shown : shown.filter((one) => sums.has(idOf(one)))
  const inAll = await sumsOfPresentations(counted.map(idOf))
  const houses = counted.map((one) => ({ shown: one, sums: sums.get(idOf(one)) ?? NOTHING, taken: takenOf(inAll.get(idOf(one))) }))
  const byDate = isByPresentation ? sumHouses(houses) : sumsBy(parts, 'day')
  return { days: period, houses, parts, byDate }
}

function idOf({ presentation }: Shown): number {
  return presentation.id
}

function sumHouses(houses: readonly House[]): ReadonlyMap<string, Sums> {
  const byDate = new Map<string, Sums>()
  for (const { shown, sums } of houses) byDate.set(shown.day, add(byDate.get(shown.day) ?? NOTHING, sums))
  return byDate
}

function totalOf({ houses }: Period): PeriodSums {
  return {
    ...houses.reduce((sum, house) => add(sum, house.sums), NOTHING),
    capacity: houses.reduce((sum, { shown }) => sum + shown.capacity, 0),
    taken: houses.reduce((sum, { taken }) => sum + taken, 0),
  }
}

function compareDays(now: Period, before: Period): Dashboard['byDay'] {
  const earlier = datesOf(before.days, MOST_DAYS)
  return datesOf(now.days, MOST_DAYS).map((date, at) => ({
    date,
    sold: takenOf(now.byDate.get(date)),
    before: takenOf(before.byDate.get(earlier[at] ?? '')),
  }))
}
