import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useStore } from '@nanostores/react'
import { TextProvider, useLocale, useText, type TextProps } from '#islands/ui/text.tsx'
import { firstPhase } from '#lib/client/vod/phase.ts'
import { switchFullScreen, Viewer } from '#lib/client/vod/viewer.ts'
import { Watching } from '#lib/client/vod/watching.ts'
import { unsupportedDevice } from '#lib/domain/catalogue/films/watch-device.ts'
import { Chapters } from './Chapters.tsx'
import type { PlayerProps } from './film.ts'
import { Picture } from './Picture.tsx'
import { Standing } from './Standing.tsx'
import { States } from './States.tsx'
import { useIdle } from './use-idle.ts'
import { useKeys } from './use-keys.ts'
import { useMedia } from './use-media.ts'

type Props = PlayerProps & { readonly name?: ReactNode; readonly children?: ReactNode }

/** The player with the facts about the film beneath it. */
export function Player({ texts, locale, ...props }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Stage {...props} />
    </TextProvider>
  )
}

function Stage({ name, children, ...player }: Props) {
  const t = useText()
  const { film } = player
  const [watching] = useState(() => newWatching(player))
  const [viewer] = useState(() => new Viewer(film, watching))
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const phase = useStore(watching.$phase)
  const media = useMedia(video)
  const isIdle = useIdle(box, !media.isPaused)
  useOpenPage(watching, viewer, video)
  useDeviceCheck(watching, player.isChromeOnly)
  useFocusOn(box, phase.at)
  const isPlaying = phase.at === 'playing'
  const onFullScreen = useCallback(() => switchFullScreen(box), [box])
  useKeys(isPlaying ? box : null, viewer, onFullScreen)
  return (
    <>
      <div
        ref={setBox}
        className="player on-stage"
        role="region"
        aria-label={t('vod.player', { name: film.featureName })}
        aria-describedby="player-keys"
        tabIndex={-1}
        data-idle={isIdle}
        data-at={phase.at}
      >
        <video
          ref={setVideo}
          className="pic"
          playsInline
          preload="none"
          poster={film.poster}
          onEnded={() => watching.end()}
          onPause={() => void watching.beat()}
          onWaiting={watching.checkConnection}
        >
          <track kind="captions" />
        </video>
        {isPlaying ? (
          <Picture film={film} watching={watching} viewer={viewer} video={video} media={media} onFullScreen={onFullScreen} />
        ) : (
          <States watching={watching} viewer={viewer} phase={phase} player={player} />
        )}
        <Said viewer={viewer} />
      </div>
      <div className="under">
        <div className="stack">
          <Named name={name}>
            <Standing watching={watching} devices={film.devices} now={player.watch.now} at={phase.at} />
          </Named>
          {children}
        </div>
        {film.chapters.length > 0 && <Chapters chapters={film.chapters} time={isPlaying ? media.time : null} onSeek={viewer.seek} />}
      </div>
    </>
  )
}

function Named({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="stack sm">
      {name}
      {children}
    </div>
  )
}

function newWatching({ film: { vodId, isLive }, watch, unsupported }: PlayerProps): Watching {
  return new Watching({ vodId, resId: watch.resId, isLive }, watch, firstPhase(watch, isLive, unsupported))
}

/** For who listens: what has just changed, and the keys. */
function Said({ viewer }: { readonly viewer: Viewer }) {
  const t = useText()
  const said = useStore(viewer.$said)
  return (
    <>
      <p className="vh" role="status">
        {said && t(said.key, said.values)}
      </p>
      <p className="vh" id="player-keys">
        {t('vod.keys')}
      </p>
    </>
  )
}

/** Attaches the video, goes on once there is a network again, and gives the place up as the page is left. */
function useOpenPage(watching: Watching, viewer: Viewer, video: HTMLVideoElement | null): void {
  const language = useLocale()
  useEffect(() => {
    viewer.attach(video, language)
    const leave = (): void => watching.leave()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [watching, viewer, video, language])
  useEffect(() => {
    const back = (): void => {
      if (watching.$phase.get().at === 'offline') void watching.play(watching.position).then(() => viewer.say('said_back'))
    }
    window.addEventListener('online', back)
    window.addEventListener('offline', watching.checkConnection)
    return () => {
      window.removeEventListener('online', back)
      window.removeEventListener('offline', watching.checkConnection)
    }
  }, [watching, viewer])
}

/** Looks at the device once the browser can tell. */
function useDeviceCheck(watching: Watching, isChromeOnly: boolean): void {
  useEffect(() => {
    const code = isChromeOnly ? unsupportedDevice(navigator.userAgent, navigator.maxTouchPoints) : undefined
    if (code) watching.refuseDevice(code)
  }, [watching, isChromeOnly])
}

/** What is pressed disappears as the player changes its state: the focus stays in the player. */
function useFocusOn(box: HTMLElement | null, at: string): void {
  useEffect(() => {
    if (!box || document.activeElement !== document.body || ['ready', 'resume', 'startsIn', 'unsupported'].includes(at)) return
    const next = box.querySelector<HTMLElement>('[data-main], .frame button, .frame a') ?? box
    next.focus({ preventScroll: true })
  }, [box, at])
}
