import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $level } from '#lib/client/seats/choosing.ts'
import { $selectedSeats } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { groupByLevel } from '#lib/domain/seating/rules/seat-levels.ts'
import type { SectionSummary } from '#lib/domain/seating/rules/seat-sections.ts'

interface Props {
  readonly hall: Hall
  readonly summaries: readonly SectionSummary[]
  /** By section: free seats that the filter leaves; null while nothing is filtered. */
  readonly matches: readonly number[] | null
}

/** Which floor or level the map shows, one tab stop: what is free there, and how many of one's own seats are. */
export function LevelSwitch({ hall, summaries, matches }: Props) {
  const t = useText()
  const level = useStore($level)
  const selected = useStore($selectedSeats)
  const name = useId()
  const levelOf = new Map(hall.sections.map((section) => [section.id, section.level]))
  return (
    <div className="ways levels">
      <div className="seg" role="radiogroup" aria-label={t('seats.level')}>
        {groupByLevel(hall, summaries).map(({ name: words, own }, at) => {
          if (own.every((one) => hall.sections[one.at]?.isDrawn === false)) return null
          const free = own.reduce((sum, one) => sum + (matches?.[one.at] ?? one.free), 0)
          const chosen = selected.filter(({ sectionId }) => levelOf.get(sectionId) === at).length
          return (
            <label key={words}>
              <input type="radio" name={name} checked={level === at} onChange={() => $level.set(at)} />
              <b>
                <Named>{words}</Named>
              </b>
              <span className="meta">{free > 0 ? t('seats.free', { count: free }) : t('seats.soldOut')}</span>
              {chosen > 0 && <span className="meta own">{t('seats.levelOwn', { count: chosen })}</span>}
            </label>
          )
        })}
      </div>
    </div>
  )
}
