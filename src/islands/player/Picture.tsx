import { Named } from '#islands/ui/named.tsx'
import { useEffect, useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { Viewer } from '#lib/client/vod/viewer.ts'
import type { Watching } from '#lib/client/vod/watching.ts'
import { chapterAt } from '#lib/domain/catalogue/films/film-chapters.ts'
import { Controls } from './Controls.tsx'
import type { PlayerFilm } from './film.ts'
import { Sign } from './icons.tsx'
import { Spinner } from './States.tsx'
import { useSubtitleLines, type MediaState } from './use-media.ts'

interface Props {
  readonly film: PlayerFilm
  readonly watching: Watching
  readonly viewer: Viewer
  readonly video: HTMLVideoElement | null
  readonly media: MediaState
  readonly onFullScreen: () => void
}

/** What stands over the picture while the film plays: its name, the subtitles, the controls, and a word if it has to wait. */
export function Picture({ film, watching, viewer, video, media, onFullScreen }: Props) {
  const t = useText()
  const lines = useSubtitleLines(video)
  const chapter = film.chapters[chapterAt(film.chapters, media.time)]?.name
  return (
    <>
      {media.isWaiting && <Slow />}
      <div className="ptop">
        <a className="pb" href="/vod" aria-label={t('vod.back')}>
          <Sign name="back" />
        </a>
        <span className="tt">
          <b>
            <Named>{film.featureName}</Named>
          </b>
          {chapter && <span>{chapter}</span>}
        </span>
      </div>
      {lines.length > 0 && (
        <p className="subs">
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
      )}
      <Controls film={film} watching={watching} media={media} viewer={viewer} onFullScreen={onFullScreen} />
    </>
  )
}

/** Waits that take less than this are not worth a word. */
const SHOWN_AFTER_MS = 600

function Slow() {
  const t = useText()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLong ? (
    <div className="slow" role="status">
      <Spinner />
      <b>{t('vod.slow')}</b>
      <span>{t('vod.slowText')}</span>
    </div>
  ) : null
}
