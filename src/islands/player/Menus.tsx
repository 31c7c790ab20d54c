import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import { RATES } from '#lib/client/vod/preferences.ts'
import type { Viewer } from '#lib/client/vod/viewer.ts'
import type { Watching } from '#lib/client/vod/watching.ts'
import { formatClock } from '#lib/text/film-clock.ts'
import type { PlayerFilm } from './film.ts'
import { Choice } from './Menu.tsx'

interface Props {
  readonly film: PlayerFilm
  readonly viewer: Viewer
}

/** Goes to a chapter. */
export function ChapterMenu({ film, viewer, onDone }: Props & { readonly onDone: () => void }) {
  return film.chapters.map(({ at, name }) => (
    <button
      key={at}
      type="button"
      onClick={() => {
        viewer.seek(at)
        onDone()
      }}
    >
      <span>
        <Named>{name}</Named>
      </span>
      <bdi dir="ltr">{formatClock(at)}</bdi>
    </button>
  ))
}

/** Chooses subtitles, or none. */
export function SubtitleMenu({ film, viewer }: Props) {
  const t = useText()
  const options = [...film.subtitles.map(({ name }, value) => ({ value, name })), { value: -1, name: t('vod.subtitlesOff') }]
  return <Choice label={t('vod.subtitles')} options={options} chosen={useStore(viewer.$subtitles)} onChoose={viewer.setSubtitles} />
}

interface SettingsProps extends Props {
  readonly watching: Watching
}

/** Sound, quality and speed. */
export function SettingsMenu({ film, watching, viewer }: SettingsProps) {
  const t = useText()
  const chosenRate = useStore(viewer.$rate)
  const { levels } = useStore(watching.$choices)
  const { level, sound, height } = useStore(watching.$chosen)
  const auto = height > 0 ? `${t('vod.qualityAuto')} (${String(height)}p)` : t('vod.qualityAuto')
  const qualities = [{ value: -1, name: auto }, ...levels.map(({ index, height: own }) => ({ value: index, name: `${String(own)}p` }))]
  return (
    <>
      {film.sounds.length > 1 && (
        <Choice
          label={t('vod.audio')}
          options={film.sounds.map(({ name }, value) => ({ value, name }))}
          chosen={sound}
          onChoose={(index) => watching.setSound(index)}
        />
      )}
      {levels.length > 1 && (
        <Choice label={t('vod.quality')} options={qualities} chosen={level} onChoose={(index) => watching.setLevel(index)} />
      )}
      {!film.isLive && (
        <Choice
          label={t('vod.speed')}
          options={RATES.map((rate) => ({ value: rate, name: `${String(rate)}×` }))}
          chosen={chosenRate}
          onChoose={viewer.setRate}
        />
      )}
    </>
  )
}
