import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { PlanTable } from '#lib/domain/seating/plan/seatplan.ts'
import ROW_WORDS from '#lib/text/row-words.json' with { type: 'json' }
import TABLE_WORDS from './table-words.json' with { type: 'json' }

type RowWord = keyof typeof ROW_WORDS

const WORDS = (Object.entries(TABLE_WORDS) as [RowWord, string[]][]).flatMap(([kind, words]) => words.map((word) => ({ kind, word })))

/** What a row's name says that it is: "Table 7", "Box 3"; undefined for the name of a row. */
export function rowKindOf(label: string): PlanTable['kind'] | undefined {
  const word = wordOf(label)?.kind
  return word === 'loge' ? 'box' : word
}

/** A name by which pages know a table, a bench or a box in each of their languages: "Table 7" and "7" are "שולחן 7". */
export function nameTable(label: string, kind: PlanTable['kind']): string {
  const found = wordOf(label)
  return found ? `${ROW_WORDS[found.kind]} ${label.slice(found.word.length).trim()}` : `${ROW_WORDS[kind]} ${label}`
}

/** Gives tables, benches and boxes, and rows that are called so, names that say it. */
export function nameTables(plan: LaidOutPlan): LaidOutPlan {
  const kinds = new Map((plan.tables ?? []).map(({ sectionId, y, kind }) => [`${String(sectionId)} ${String(y)}`, kind]))
  if (kinds.size === 0) return plan
  const seats = plan.seats.map((seat) => {
    const kind = kinds.get(`${String(seat.sectionId)} ${String(seat.y)}`)
    return kind ? { ...seat, rowName: nameTable(seat.rowName, kind) } : seat
  })
  return { ...plan, seats }
}

function wordOf(label: string): { kind: RowWord; word: string } | undefined {
  const plain = label.toLowerCase()
  return WORDS.find(({ word }) => plain.startsWith(`${word} `))
}
