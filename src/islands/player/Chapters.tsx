import { Named } from '#islands/ui/named.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { Chapter } from '#lib/domain/catalogue/films/films.ts'
import { chapterAt } from '#lib/domain/catalogue/films/film-chapters.ts'
import { formatClock } from '#lib/text/film-clock.ts'

interface Props {
  readonly chapters: readonly Chapter[]
  /** Seconds; null while nothing plays, when there is nowhere to go. */
  readonly time: number | null
  readonly onSeek: (seconds: number) => void
}

/** The chapters beneath the player; a press goes there. */
export function Chapters({ chapters, time, onSeek }: Props) {
  const t = useText()
  const current = time === null ? -1 : chapterAt(chapters, time)
  return (
    <section className="chs" aria-label={t('vod.chapters')}>
      <h2>{t('vod.chapters')}</h2>
      <ol>
        {chapters.map(({ at, name }, index) => (
          <li key={at} {...(index === current && { 'aria-current': true })}>
            <button type="button" disabled={time === null} onClick={() => onSeek(at)}>
              <span className="nn">{index + 1}</span>
              <b>
                <Named>{name}</Named>
              </b>
              {index === current && <span className="badge">{t('vod.now')}</span>}
              <bdi dir="ltr">{formatClock(at)}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
