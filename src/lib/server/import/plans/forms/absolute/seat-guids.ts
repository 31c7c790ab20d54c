import { writePath, type ImportNotes } from '#lib/server/import/read/report.ts'
import type { AbsoluteSeat } from './absolute-plan.ts'

/** Doubles that are named one by one; of more, the number is told. */
const NAMED = 20

/** A guid for every seat, unique in the plan; two seats of one section, row and name are a problem. */
export function takeGuids(seats: readonly AbsoluteSeat[], notes: ImportNotes): string[] {
  const [names, guids] = [new Map<string, AbsoluteSeat>(), new Map<string, AbsoluteSeat>()]
  let twice = 0
  const found = seats.map((seat) => {
    const guid = seat.guid ?? `${seat.section}-${seat.row}-${seat.name}`
    const name = `${seat.section}\n${seat.row}\n${seat.name}`
    const [sameName, sameGuid] = [names.get(name), guids.get(guid)]
    names.set(name, sameName ?? seat)
    guids.set(guid, sameGuid ?? seat)
    const other = sameName ?? sameGuid
    if (other && ++twice <= NAMED) {
      const what = sameName ? `seat ${seat.name} of row ${seat.row} of "${seat.section}"` : `the guid "${guid}"`
      notes.problem(seat.place, `${what} is there already (${writePath(other.place.path)}); every seat needs a name of its own in its row`)
    }
    return guid
  })
  const [first] = seats
  if (twice > NAMED && first) notes.problem({ ...first.place, path: [] }, `${twice - NAMED} more seats are there twice`)
  return found
}
