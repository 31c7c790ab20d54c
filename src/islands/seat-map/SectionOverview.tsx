import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useId, type KeyboardEvent } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $level, $openSection } from '#lib/client/seats/choosing.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { SectionSummary } from '#lib/domain/seating/rules/seat-sections.ts'
import type { SectionSort } from '#lib/domain/seating/rules/section-order.ts'
import { $drawnMap, enterMap, openSection } from './drawn-map.ts'
import { priceFromText } from './seat-words.ts'
import { Sign } from './signs.tsx'

interface Props {
  readonly hall: Hall
  /** In the order in which they are shown. */
  readonly summaries: readonly SectionSummary[]
  /** By section: free seats that the filter leaves; null while nothing is filtered. */
  readonly matches: readonly number[] | null
  readonly sort: SectionSort
  readonly onSort: (sort: SectionSort) => void
}

/** A big hall by its sections, one tab stop: an arrow key goes to the next section, the map with it; Enter goes on to its seats. */
export function SectionOverview({ hall, summaries, matches, sort, onSort }: Props) {
  const t = useText()
  const open = useStore($openSection)
  const level = useStore($level)
  const name = useId()
  const here = hall.levels ? summaries.filter(({ at }) => hall.sections[at]?.level === level) : summaries
  const shown = here.filter(({ at }) => matches?.[at] !== 0 || hall.sections[at]?.isReserved === false || at === open)
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    enterMap()
  }
  return (
    <section className="overview" aria-label={t('seats.sections')}>
      <div className="seg" role="group" aria-label={t('seats.sortBy')}>
        {(['near', 'price'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={sort === one} onClick={() => onSort(one)}>
            {t(`seats.sort.${one}`)}
          </button>
        ))}
      </div>
      {/* eslint-disable-next-line jsx-a11y-x/interactive-supports-focus -- Its radio buttons have the focus; the key is heard as it bubbles. */}
      <div className="sec-cards" role="radiogroup" aria-label={t('seats.sectionsHow')} onKeyDown={enter}>
        {shown.map(({ at, free, priceFrom, priceTo, isSoldOut }) => (
          <label key={at} className={isSoldOut ? 'sec-card out' : 'sec-card'}>
            <input
              type="radio"
              name={name}
              checked={open === at}
              onChange={() => openSection(at)}
              // Pressed again, the map goes in among its seats.
              onClick={() => open === at && openSection(at)}
            />
            <b>
              <Named>{hall.sections[at]?.name ?? ''}</Named>
            </b>
            <span className="meta">
              {isSoldOut ? t('seats.soldOut') : t('seats.free', { count: matches?.[at] || free })}
              {!isSoldOut && priceFrom !== null && ` · ${priceFromText(t, priceFrom, priceTo)}`}
            </span>
          </label>
        ))}
      </div>
    </section>
  )
}

export interface BarProps {
  readonly hall: Hall
  readonly summaries: readonly SectionSummary[]
  /** A section of general admission: how many places are wanted is asked for elsewhere. */
  readonly onPlaces: (at: number) => void
  /** null where sections have no pictures. */
  readonly onView: ((at: number) => void) | null
}

/** Which section the map shows, on the map. */
export function SectionBar({ hall, summaries, onPlaces, onView }: BarProps) {
  const t = useText()
  const open = useStore($openSection)
  const section = hall.sections[open ?? -1]
  const summary = summaries.find(({ at }) => at === open)
  if (open === null || !section || !summary) return null
  const close = () => {
    $openSection.set(null)
    $drawnMap.get()?.zoom('reset')
  }
  return (
    <div className="sec-bar" role="group" aria-label={section.name}>
      <b>
        <Named>{section.name}</Named>
      </b>
      {!section.isReserved && (
        <button className="btn quiet" type="button" onClick={() => onPlaces(open)}>
          {t('seats.choosePlaces')}
        </button>
      )}
      {onView && (
        <button className="btn icon" type="button" aria-label={t('seats.viewFrom', { section: section.name })} onClick={() => onView(open)}>
          <Sign name="view" />
        </button>
      )}
      <button className="btn icon" type="button" aria-label={t('seats.allSections')} onClick={close}>
        <Sign name="close" />
      </button>
    </div>
  )
}
