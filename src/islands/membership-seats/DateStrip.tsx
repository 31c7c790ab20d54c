import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import { $freeOnDates, showDate } from '#lib/client/enrolment/dates-calls.ts'
import type { OpenedDates } from './use-open-dates.ts'

/** How many seats are free on all evenings at once, and on each; a press shows their seats on the map. */
export function DateStrip({ evenings }: Pick<OpenedDates, 'evenings'>) {
  const t = useText()
  const free = useStore($freeOnDates, { ssr: 'initial' })
  if (evenings.length < 2) return null
  return (
    <div className="date-strip" role="group" aria-label={t('enrol.freeLabel')}>
      {[{ date: t('enrol.allEvenings'), name: '' }, ...evenings].map(({ date, name }, at) => {
        const count = free?.seats[at]
        return (
          <button key={date + name} type="button" aria-pressed={at === (free?.shown ?? 0)} onClick={() => showDate(at)}>
            <b>
              <bdi>{date}</bdi>
            </b>
            <small>{count === undefined ? '\u00A0' : t('seats.free', { count })}</small>
            {name && (
              <span className="vh">
                , <Named>{name}</Named>
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
