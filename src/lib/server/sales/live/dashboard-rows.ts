import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { UNCOUNTED_LOCATION } from '#lib/domain/sales/location-sales.ts'
import type { SalesRow } from '#lib/domain/sales/sales-tables.ts'
import { add, NOTHING, type Sums } from '#lib/domain/sales/sums.ts'
import { wallTimeOf } from '#lib/domain/time/wall-clock.ts'
import { partsBy, sumsBy } from './parts-by.ts'
import type { PartSums } from './read-sums.ts'
import type { Shown } from './all-shown.ts'
import { nameOf } from './wire.ts'

/** A presentation of a period: what it has sold in it, and in all. */
export interface House {
  readonly shown: Shown
  readonly sums: Sums
  readonly taken: number
}

/** How full houses are that begin at one time of the day, HH:MM. */
export interface HourShare {
  readonly hour: string
  readonly capacity: number
  readonly taken: number
}

/** A row of what is sold; names of fees and of what there is no more are empty. */
export interface LineRow extends SalesRow {
  readonly kind: string
}

const MOST_HOURS = 8

/** By hour; of many the fullest. */
export function hoursOf(houses: readonly House[]): readonly HourShare[] {
  const byHour = Map.groupBy(
    houses.filter(({ shown }) => shown.capacity > 0),
    ({ shown }) => wallTimeOf(shown.presentation.startsAt).slice(11),
  )
  return [...byHour]
    .map(([hour, own]) => ({
      hour,
      capacity: own.reduce((sum, { shown }) => sum + shown.capacity, 0),
      taken: own.reduce((sum, { taken }) => sum + taken, 0),
    }))
    .toSorted((one, other) => other.taken / other.capacity - one.taken / one.capacity)
    .slice(0, MOST_HOURS)
    .toSorted((one, other) => one.hour.localeCompare(other.hour))
}

/** The rows of houses that are told by the same words, by name. */
export function grouped(houses: readonly House[], wordsOf: (house: House) => readonly [id: string, name: string]): readonly SalesRow[] {
  const rows = new Map<string, SalesRow>()
  for (const house of houses) {
    const [id, name] = wordsOf(house)
    const row = rows.get(id) ?? emptyRow(id, name)
    rows.set(id, {
      ...{ ...row, ...add(row, house.sums) },
      ...{ capacity: row.capacity + house.shown.capacity, taken: row.taken + house.taken },
    })
  }
  return [...rows.values()].map(withoutReturned).toSorted((one, other) => one.name.localeCompare(other.name, 'he'))
}

function emptyRow(id: string, name: string): SalesRow {
  return { id, name, ...NOTHING, capacity: 0, taken: 0 }
}

/** What is shown as sold is without what came back. */
function withoutReturned<Row extends SalesRow>(row: Row): Row {
  return { ...row, sold: row.sold - row.returned }
}

export function locationRows(houses: readonly House[], allName: string): readonly SalesRow[] {
  const rows = grouped(houses, ({ shown }) => [String(shown.locationId), shown.locationName])
  const counted = houses.filter(({ shown }) => shown.locationId !== UNCOUNTED_LOCATION)
  const [all = emptyRow('all', allName)] = grouped(counted, () => ['all', allName])
  return [{ ...all, isTotal: true }, ...rows]
}

export function presentationRow({ shown, sums, taken }: House): SalesRow {
  const { presentation, featureName, locationName, venueName, capacity } = shown
  return withoutReturned({
    ...{ id: String(presentation.id), name: featureName, note: `${locationName} · ${venueName}` },
    ...{ rank: new Date(presentation.startsAt).toISOString(), capacity, taken, ...sums },
  })
}

export function dayRows(byDate: ReadonlyMap<string, Sums>): readonly SalesRow[] {
  return [...byDate]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([date, sums]) => withoutReturned({ ...emptyRow(date, date), ...sums, rank: date }))
}

export function lineRows(from: Catalogue, parts: readonly PartSums[]): readonly LineRow[] {
  return partsBy(parts, 'subjectId').map(({ key, part }) => ({
    ...emptyRow(`${part.kind ?? ''}-${String(key)}`, nameOf(from, part.kind ?? '', key)),
    ...{ ...add(NOTHING, part), kind: part.kind ?? '', sold: part.quantity - part.quantityBack, returned: part.quantityBack },
  }))
}

export function channelRows(parts: readonly PartSums[]): readonly SalesRow[] {
  return [...sumsBy(parts, 'channel')].map(([channel, own]) => withoutReturned({ ...emptyRow(channel, channel), ...own }))
}
