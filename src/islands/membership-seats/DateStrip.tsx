import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import { $freeOnDates } from '#lib/client/enrolment/dates-calls.ts'
import type { OpenedDates } from './use-open-dates.ts'

/** How many seats are free on all evenings at once, and on each, as the map is now. */
export function DateStrip({ evenings }: Pick<OpenedDates, 'evenings'>) {
  const t = useText()
  const free = useStore($freeOnDates, { ssr: 'initial' })
  if (evenings.length < 2) return null
  const count = (seats: number | undefined) => <small>{seats === undefined ? '\u00A0' : t('seats.free', { count: seats })}</small>
  return (
    <ol className="date-strip" aria-label={t('enrol.freeLabel')}>
      <li className="all">
        <b>{t('enrol.allEvenings')}</b>
        {count(free?.all)}
      </li>
      {evenings.map(({ date, name }, at) => (
        <li key={date + name}>
          <b>
            <bdi dir="ltr">{date}</bdi>
          </b>
          {count(free?.dates[at])}
        </li>
      ))}
    </ol>
  )
}
