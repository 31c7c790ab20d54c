import type { ImportNotes, Place } from '#lib/server/import/read/report.ts'
import ROW_GROUPS from '#lib/text/row-groups.json' with { type: 'json' }
import type { PretixReading } from './pretix-options.ts'
import type { ReadZone } from './read-zones.ts'
import { rowKindOf } from './table-names.ts'

/** Named in a note. */
const NAMED = 3

/**
 * Zones that are a table, bench or box each become one section, whose rows are called as the zones: as sections of their own each would have a "table 1". One
 * that the catalogue gives a name stays a section.
 * @param levelOf the level of a zone: those of different levels are not joined
 */
export function joinTableZones(
  zones: readonly ReadZone[],
  levelOf: (zone: string) => number | undefined,
  { options: { sectionNames = {} }, place, notes }: PretixReading,
): readonly ReadZone[] {
  const keyOf = ({ name, rows }: ReadZone): string | undefined => {
    const kind = rows.length === 1 && sectionNames[name] === undefined ? rowKindOf(name) : undefined
    return kind && JSON.stringify([kind, levelOf(name)])
  }
  const alike = Map.groupBy(zones, keyOf)
  const isJoined = (zone: ReadZone): boolean => keyOf(zone) !== undefined && (alike.get(keyOf(zone))?.length ?? 0) > 1
  return zones.flatMap((zone) => {
    if (!isJoined(zone)) return [zone]
    const own = alike.get(keyOf(zone)) ?? []
    return zone === own[0] ? [join(own, place, notes)] : []
  })
}

function join(zones: readonly ReadZone[], place: Place, notes: ImportNotes): ReadZone {
  const [first] = zones
  const name = ROW_GROUPS[rowKindOf(first?.name ?? '') ?? 'table']
  const names = zones.map((zone) => `"${zone.name}"`)
  const more = names.length > NAMED ? ` and ${String(names.length - NAMED)} more` : ''
  notes.repair(
    place,
    `the zones ${names.slice(0, NAMED).join(', ')}${more} are one table each, so that they are one section, "${name}"; "sectionNames" calls it otherwise`,
  )
  return {
    name,
    index: first?.index ?? 0,
    of: zones.map((zone) => zone.name),
    rows: zones.flatMap((zone) => zone.rows.map((row) => ({ ...row, label: zone.name }))),
  }
}
