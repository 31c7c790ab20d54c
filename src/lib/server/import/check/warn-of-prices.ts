import type { DatedPresentation } from '#lib/server/import/read/expand-schedules.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import { categoriesOf } from './check-references.ts'
import type { Known } from './known.ts'
import type { Prepared } from './prepare.ts'

const NONE = '"allocationId": -1'

/** Warns of colours that do not show (the map has one for each price), and of seats that nobody can buy: a presentation leaves their category without a price, or no ticket of a group has one. */
export function warnOfPrices(prepared: Prepared, known: Known, notes: ImportNotes): void {
  const categories = new Map([...known.plans].map(([id, plan]) => [id, plan.categories] as const))
  const colours = new Map(prepared.plans.map(({ item }) => [item.id, item.plan.colours ?? {}] as const))
  for (const { item } of prepared.plans) categories.set(item.id, categoriesOf(item.plan))
  const told = new Set<Place>()
  for (const source of prepared.presentations) {
    if (source.item.cancelled || told.has(source.place)) continue // presentations of one schedule differ only in time
    told.add(source.place)
    warnOfCategories(source, categories.get(source.item.seatplanId) ?? new Set(), notes)
    warnOfColours(source, colours.get(source.item.seatplanId) ?? {}, notes)
  }
  for (const { item, place } of prepared.ticketGroups) {
    if (item.tickets.every(({ price }) => price === null))
      notes.warning(
        inside(place, 'tickets'),
        `none of the ${String(item.tickets.length)} tickets of group ${String(item.id)} "${item.name}" has a price: seats under it cannot be bought; give one a price`,
      )
  }
}

function warnOfCategories({ item, place }: Sourced<DatedPresentation>, all: ReadonlySet<string>, notes: ImportNotes): void {
  const here = inside(place, 'prices')
  const left = [...all].filter((category) => !Object.hasOwn(item.prices, category))
  if (left.length === 0) return
  const names = left.map((category) => `"${category}"`).join(', ')
  const mend = `name a ticket group for each, or say { "ticketGroupId": …, ${NONE} } if they are not for sale`
  if (Object.keys(item.prices).length === 0)
    notes.warning(
      here,
      `{ } gives no price at all, so presentation ${String(item.id)} is shown as not on sale; the categories of its plan are ${names}: ${mend}`,
    )
  else notes.warning(here, `presentation ${String(item.id)} has no price for ${names}, so those seats cannot be bought: ${mend}`)
}

/** Categories of different colours under one ticket group: their seats, their chip and their price in the list have the first one's. */
function warnOfColours({ item, place }: Sourced<DatedPresentation>, colours: Readonly<Record<string, string>>, notes: ImportNotes): void {
  const coloured = Object.entries(item.prices).filter(([category]) => colours[category] !== undefined)
  const byGroup = Map.groupBy(coloured, ([, price]) => (typeof price === 'number' ? price : price.ticketGroupId))
  for (const [group, sharing] of byGroup) {
    if (new Set(sharing.map(([category]) => colours[category])).size < 2) continue
    const names = sharing.map(([category]) => `"${category}" (${colours[category] ?? ''})`).join(', ')
    notes.warning(
      inside(place, 'prices'),
      `presentation ${String(item.id)} sells ${names} under one ticket group, ${String(group)}, so the map shows them in one colour: a group for each keeps theirs`,
    )
  }
}
