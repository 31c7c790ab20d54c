import { layOutRows } from '#lib/domain/seating/layout/lay-out-rows.ts'
import type { LaidOutPlan } from '#lib/domain/seating/plan/laid-out-plan.ts'
import type { RowsTable } from '#lib/domain/seating/layout/rows-plan.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Plan } from '#lib/domain/seating/plan/seatplan.ts'
import { emptyStates, type HallStates } from '#lib/domain/seating/rules/seat-states.ts'
import { hallOf } from '#lib/server/catalogue/seatplans.ts'

/** Tables 1 to 6 in two lines behind a stage, four seats each unless `tables` changes some of them. */
export function tablesPlan(tables: Readonly<Record<number, Partial<RowsTable>>> = {}): LaidOutPlan {
  const six = [1, 2, 3, 4, 5, 6].map((number): RowsTable => {
    const at = [100 + ((number - 1) % 3) * 200, number > 3 ? 400 : 200] as const
    return { section: 1, name: String(number), kind: 'table', at, seats: 4, ...tables[number] }
  })
  const { plan, problems } = layOutRows({
    width: 600,
    height: 500,
    stage: { outline: [[200, 20], [400, 20], [400, 60], [200, 60]], label: '' }, // prettier-ignore
    sections: [{ id: 1, name: 'אולם', category: 'א' }],
    tables: six,
  })
  if (problems[0]) throw new Error(problems[0].sentence)
  return plan
}

export function planFrom(plan: LaidOutPlan): Plan {
  return {
    ...plan,
    ...{ id: 1, venueId: 1, name: '', version: '1', picture: undefined },
    sections: plan.sections.map((section) => ({ ...section, firstPlace: null })),
    seats: plan.seats.map((seat, at) => ({ ...seat, id: at + 1 })),
  }
}

/** All seats free but those that are named as table and seat: "2-3". */
export function tablesHouse(
  tables: Readonly<Record<number, Partial<RowsTable>>> = {},
  taken: readonly string[] = [],
): { readonly hall: Hall; readonly states: HallStates } {
  const hall = hallOf(planFrom(tablesPlan(tables)))
  const states = emptyStates(hall)
  states.allocation.fill(1)
  states.status.fill(1)
  for (const seat of hall.features.keys()) if (taken.includes(nameOf(hall, seat))) states.status[seat] = 3
  return { hall, states }
}

/** "2-3" is the third seat of table 2. */
export function nameOf(hall: Hall, seat: number): string {
  return `${hall.rows[hall.row[seat] ?? 0]?.name ?? ''}-${hall.names[seat] ?? ''}`
}

export function seatNamed(hall: Hall, name: string): number {
  return [...hall.features.keys()].findIndex((seat) => nameOf(hall, seat) === name)
}
