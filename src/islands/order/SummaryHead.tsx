import { Named } from '#islands/ui/named.tsx'
import { Poster } from '#islands/ui/poster.tsx'
import type { ReactNode } from 'react'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { useLocale } from '#islands/ui/text.tsx'
import { momentOf, type Moment } from '#lib/text/format-date.ts'
import { UNTIMED_FEATURE_TYPE } from '#lib/domain/catalogue/catalogue.ts'

interface Props {
  readonly presentation: PresentationAnswer
  /** When it begins, if that is known in words; else it is put into words here. */
  readonly moment?: Moment
  readonly places: readonly string[]
  /** What can be done with it, at the end of its head. */
  readonly action?: ReactNode
}

/** Poster, name and moment of a presentation, and one line for each place. */
export function SummaryHead({ presentation, moment, places, action }: Props) {
  const locale = useLocale()
  const { date, time } = moment ?? momentOf(Date.parse(presentation.dateTime), locale)
  return (
    <div className="hd">
      <Poster featureId={presentation.featureId} />
      <div className="stack sm">
        <b className="serif order-name">
          <Named>{presentation.featureName}</Named>
        </b>
        <span className="meta">
          {date}
          {presentation.featureTypeId !== UNTIMED_FEATURE_TYPE && (
            <>
              {' · '}
              <bdi dir="ltr">{time}</bdi>
            </>
          )}
          {places.map((place) => (
            <span key={place} className="order-place">
              <Named>{place}</Named>
            </span>
          ))}
        </span>
      </div>
      {action}
    </div>
  )
}
