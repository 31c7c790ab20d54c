import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import { $plan, $selectedSeats, releaseSeat, selectSeat } from '#lib/client/seats/seats.ts'
import { $selectionProblem } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SelectionProblem } from '#lib/domain/seating/rules/seat-selection-rules.ts'
import type { Translate } from '#lib/text/translate.ts'
import { placeOfSeat } from './seat-words.ts'

/** The rule that the chosen seats break, and a button that fixes it. Takes the focus when the visitor wants to continue; what speaks of it before stands around it. */
export function ProblemNote({ id }: { readonly id: string }) {
  const t = useText()
  const problem = useStore($selectionProblem, { ssr: 'initial' })
  const hall = useStore($plan, { ssr: 'initial' })
  if (!problem || !hall) return null
  const { code, seats } = problem
  return (
    <div className="note warn problem" id={id} tabIndex={-1}>
      <div className="stack sm">
        <span>{t(`seats.problem.${code}`, { count: seats.length, seats: namesOf(t, hall, seats) })}</span>
        <button className="btn quiet" type="button" onClick={() => void mend(hall, problem)}>
          {t(isMissing(problem) ? 'seats.problem.add' : 'seats.problem.drop', { seats: namesOf(t, hall, seats) })}
        </button>
      </div>
    </div>
  )
}

/** Some rules name seats that should be chosen too, the others seats that may not be. */
function isMissing({ code }: SelectionProblem): boolean {
  return code === 'LONE_SEAT' || code.endsWith('_NOT_WHOLE')
}

async function mend(hall: Hall, problem: SelectionProblem): Promise<void> {
  if (isMissing(problem)) {
    for (const seat of problem.seats) await selectSeat(seat)
    return
  }
  for (const seat of problem.seats) {
    const sectionId = hall.sections[hall.section[seat] ?? 0]?.id
    const found = $selectedSeats
      .get()
      .find((one) => one.sectionId === sectionId && one.x === hall.addressX[seat] && one.y === hall.addressY[seat])
    if (found) await releaseSeat(found.key)
  }
}

function namesOf(t: Translate, hall: Hall, seats: readonly number[]): string {
  return seats.map((seat) => placeOfSeat(t, hall, seat)).join('; ')
}
