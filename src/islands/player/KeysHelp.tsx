import { useText } from '#islands/ui/text.tsx'
import type { PlayerFilm } from './film.ts'

interface Key {
  readonly keys: string
  /** Key of the texts. */
  readonly does: string
  readonly isShown?: boolean
}

function keysFor({ isLive, subtitles, chapters }: PlayerFilm): readonly Key[] {
  return [
    { keys: 'space', does: 'key_toggle' },
    { keys: '← →', does: 'key_skip' },
    { keys: '↑ ↓', does: 'key_volume' },
    { keys: 'M', does: 'mute' },
    { keys: 'C', does: 'subtitles', isShown: subtitles.length > 0 },
    { keys: 'N', does: 'key_next', isShown: chapters.length > 0 },
    { keys: '0–9', does: 'key_tenth', isShown: !isLive },
    { keys: 'F', does: 'fullScreen' },
    { keys: '?', does: 'help' },
  ]
}

/** What the keys of the player do. */
export function KeysHelp({ film, onDone }: { readonly film: PlayerFilm; readonly onDone: () => void }) {
  const t = useText()
  return (
    <>
      <dl className="keys">
        {keysFor(film).map(
          ({ keys, does, isShown = true }) =>
            isShown && (
              <div key={keys}>
                <dt>
                  <kbd dir="ltr">{keys === 'space' ? t('vod.key_space') : keys}</kbd>
                </dt>
                <dd>{t(`vod.${does}`)}</dd>
              </div>
            ),
        )}
      </dl>
      <button type="button" onClick={onDone}>
        {t('vod.closeHelp')}
      </button>
    </>
  )
}
