import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { featureTicketSales, locationTicketSales, presentationSales } from '#lib/contract/staff/live-sales.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { totalOf, withAllLocations, type LocationSales } from '#lib/domain/sales/location-sales.ts'
import { DATE_TYPES, isWithin, rangeOf } from '#lib/domain/sales/sales-range.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { sumsOfPresentations, type SumsById } from './read-sums.ts'
import { byLocation } from './reports.ts'
import { rowBytes } from './row-bytes.ts'
import type { Shown } from './all-shown.ts'
import { shownTo, today, type Wanted } from './shown.ts'
import { wireHouse, wireLocation, wirePresentationRow, wireSums } from './wire.ts'

/** What is asked of a day's presentations. @param date a business day; without it, today */
interface DayQuery extends Wanted {
  readonly date?: string | undefined
}

interface Day {
  readonly date: string
  readonly shown: readonly Shown[]
  readonly sums: SumsById
}

/** The presentations of a business day and what each has sold in all. Refusals: those of `shownTo`. */
async function readDay(member: StaffMember, { date = today(), ...wanted }: DayQuery): Promise<Result<Day>> {
  const visible = await shownTo(member, wanted)
  if (!visible.ok) return visible
  const shown = visible.value.filter(({ day }) => day === date)
  return accept({ date, shown, sums: await sumsOf(shown) })
}

function sumsOf(shown: readonly Shown[]): Promise<SumsById> {
  return sumsOfPresentations(shown.map(({ presentation }) => presentation.id))
}

/** The tickets of a day's presentations by location, all locations first. @param allName of that row */
export async function locationSales(
  member: StaffMember,
  query: DayQuery,
  allName: string,
): Promise<Result<AnswerOf<typeof locationTicketSales>>> {
  const day = await readDay(member, query)
  if (!day.ok) return day
  const { date, shown, sums } = day.value
  return accept({ date, locations: withAllLocations(byLocation(shown, sums), allName).map(wireLocation) })
}

/** The tickets of a day's presentations by feature: in all locations, or in each if that is asked for. */
export async function featureSales(
  member: StaffMember,
  query: DayQuery & QueryOf<typeof featureTicketSales>,
  allName: string,
): Promise<Result<AnswerOf<typeof featureTicketSales>>> {
  const day = await readDay(member, query)
  if (!day.ok) return day
  const { date, shown, sums } = day.value
  const features = [...Map.groupBy(shown, ({ presentation }) => presentation.featureId)].flatMap(([featureId, ofFeature]) => {
    const rows = withAllLocations(byLocation(ofFeature, sums), allName)
    const [all, ...each] = rows
    const wanted: readonly LocationSales[] = query.isByLocation === true ? each : all ? [all] : []
    return wanted.map((row) => ({ FeatureId: featureId, FeatureName: ofFeature[0]?.featureName ?? '', ...wireLocation(row) }))
  })
  return accept({ date, features: features.toSorted((one, other) => one.FeatureName.localeCompare(other.FeatureName, 'he')) })
}

type MonitorQuery = QueryOf<typeof presentationSales>

interface MonitorParts {
  readonly shown: readonly Shown[]
  readonly sums: SumsById
  readonly totals: AnswerOf<typeof presentationSales>['Totals']
}

/** The presentations of a range of business days with what each has sold in all, by start. Location 1 is in no total. */
async function readMonitor(member: StaffMember, query: MonitorQuery): Promise<Result<MonitorParts>> {
  const range = rangeOf({ ...query, dateType: DATE_TYPES.presentation }, today())
  if (!range.ok) return range
  const visible = await shownTo(member, {})
  if (!visible.ok) return visible
  const shown = visible.value.filter(({ day }) => isWithin(day, range.value.presentations))
  const sums = await sumsOf(shown)
  const total = totalOf(byLocation(shown, sums))
  return accept({ shown, sums, totals: { ...wireHouse(total.capacity, total.taken), ...wireSums(total) } })
}

/** What the monitor of presentation sales shows. */
export async function monitor(member: StaffMember, query: MonitorQuery): Promise<Result<AnswerOf<typeof presentationSales>>> {
  const read = await readMonitor(member, query)
  if (!read.ok) return read
  const { shown, sums, totals } = read.value
  return accept({ Totals: totals, presentations: shown.map((one) => wirePresentationRow(one, sums.get(one.presentation.id))) })
}

/** The same as JSON in UTF-8: a month of a large house has hundreds of rows, and each call would leave a megabyte of text to be collected. */
export async function monitorJson(member: StaffMember, query: MonitorQuery): Promise<Result<Uint8Array>> {
  const read = await readMonitor(member, query)
  if (!read.ok) return read
  const { shown, sums, totals } = read.value
  const rows = shown.flatMap((one, at) => [...(at === 0 ? [] : [COMMA]), ...rowBytes(one, sums.get(one.presentation.id))])
  return accept(Buffer.concat([Buffer.from(`{"Totals":${JSON.stringify(totals)},"presentations":[`), ...rows, Buffer.from(']}')]))
}

const COMMA = Buffer.from(',')
