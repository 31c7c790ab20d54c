import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useLocale, useText } from '#islands/ui/text.tsx'
import type { Chapter } from '#lib/domain/catalogue/films/films.ts'
import { chapterAt, shareBefore, stretchesOf, type Stretch } from '#lib/domain/catalogue/films/film-chapters.ts'
import { formatDuration } from '#lib/text/format-duration.ts'

interface Props {
  readonly time: number
  readonly whole: number
  readonly loaded: number
  readonly chapters: readonly Chapter[]
  readonly onSeek: (seconds: number) => void
}

/** One chapter of the line: what is there, what is loaded and what is played. */
function Bar({ stretch, whole, loaded, time }: Pick<Props, 'whole' | 'loaded' | 'time'> & { readonly stretch: Stretch }) {
  const { at, until } = stretch
  const length = whole > 0 ? (until - at) / whole : 1
  const x = percent(whole > 0 ? at / whole : 0)
  return (
    <>
      <rect x={x} y="9.5" width={percent(length)} height="5" />
      <rect className="loaded" x={x} y="9.5" width={percent(length * shareBefore(stretch, loaded))} height="5" />
      <rect className="played" x={x} y="9.5" width={percent(length * shareBefore(stretch, time))} height="5" />
      {at > 0 && <line x1={x} x2={x} y1="8" y2="16" />}
    </>
  )
}

const percent = (share: number): string => `${String(share * 100)}%`

/** The time line: from left to right in every language, as time runs on every player. */
export function TimeLine({ time, whole, loaded, chapters, onSeek }: Props) {
  const t = useText()
  const locale = useLocale()
  const line = useRef<HTMLDivElement>(null)
  const chapter = chapters[chapterAt(chapters, time)]?.name
  const spoken = { time: formatDuration(Math.floor(time), locale), whole: formatDuration(Math.floor(whole), locale) }
  const seekTo = ({ clientX }: PointerEvent): void => {
    const { left, width } = line.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    onSeek(Math.min(1, Math.max(0, (clientX - left) / width)) * whole)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { Home: 0, End: whole, PageUp: time + 60, PageDown: time - 60 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onSeek(to)
  }
  return (
    <div
      ref={line}
      className="line"
      role="slider"
      tabIndex={0}
      aria-label={t('vod.line')}
      aria-valuemin={0}
      aria-valuemax={Math.floor(whole)}
      aria-valuenow={Math.floor(time)}
      aria-valuetext={chapter ? t('vod.atChapter', { ...spoken, chapter }) : t('vod.at', spoken)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) seekTo(event)
      }}
    >
      <svg aria-hidden="true">
        {stretchesOf(chapters, whole).map((stretch) => (
          <Bar key={stretch.at} stretch={stretch} whole={whole} loaded={loaded} time={time} />
        ))}
        <circle cx={percent(shareBefore({ at: 0, until: whole }, time))} cy="12" r="8" />
      </svg>
    </div>
  )
}
