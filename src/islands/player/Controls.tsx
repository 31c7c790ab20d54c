import { useCallback, useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import type { MenuName, Viewer } from '#lib/client/vod/viewer.ts'
import type { Watching } from '#lib/client/vod/watching.ts'
import { formatClock } from '#lib/text/film-clock.ts'
import type { PlayerFilm } from './film.ts'
import { Sign, type PlayerIcon } from './icons.tsx'
import { Menu } from './Menu.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { ChapterMenu, SettingsMenu, SubtitleMenu } from './Menus.tsx'
import { TimeLine } from './TimeLine.tsx'
import type { MediaState } from './use-media.ts'

interface Props {
  readonly film: PlayerFilm
  readonly watching: Watching
  readonly media: MediaState
  readonly viewer: Viewer
  readonly onFullScreen: () => void
}

/** Time line and buttons, from left to right as on every player; the menus are in the direction of the page. */
export function Controls(props: Props) {
  const { film, media, viewer } = props
  const menu = useStore(viewer.$menu)
  const close = useCallback(() => viewer.switchMenu(null), [viewer])
  useEffect(() => close, [close])
  return (
    <div className="pctl">
      {menu !== null && (
        <Menu onClose={close} key={menu}>
          {menu === 'subtitles' && <SubtitleMenu film={film} viewer={viewer} />}
          {menu === 'settings' && <SettingsMenu film={film} watching={props.watching} viewer={viewer} />}
          {menu === 'help' && <KeysHelp film={film} onDone={close} />}
          {menu === 'chapters' && <ChapterMenu film={film} viewer={viewer} onDone={close} />}
        </Menu>
      )}
      {!film.isLive && (
        <TimeLine
          time={media.time}
          whole={media.whole || film.seconds}
          loaded={media.loaded}
          chapters={film.chapters}
          onSeek={viewer.seek}
        />
      )}
      <Buttons {...props} menu={menu} />
    </div>
  )
}

interface ButtonsProps extends Props {
  readonly menu: MenuName | null
}

function Buttons({ film, media, viewer, onFullScreen, menu }: ButtonsProps) {
  const t = useText()
  const isFullScreen = useFullScreen()
  const subtitles = useStore(viewer.$subtitles)
  const menuButton = (name: MenuName, isOn = false) => (
    <button
      type="button"
      className="pb"
      aria-label={t(`vod.${name}`)}
      aria-expanded={menu === name}
      data-on={isOn}
      data-menu-button={name}
      onClick={() => viewer.switchMenu(name)}
    >
      <Sign name={name} />
    </button>
  )
  return (
    <div className="prow">
      <Press name={media.isPaused ? 'play' : 'pause'} onPress={viewer.toggle} isMain />
      {!film.isLive && <Press name="backTen" onPress={() => viewer.skip(-10)} />}
      {!film.isLive && <Press name="onTen" onPress={() => viewer.skip(10)} />}
      <Times film={film} media={media} />
      <span className="sp" />
      <Press name={media.volume === 0 ? 'muted' : 'volume'} label={t('vod.mute')} isPressed={media.volume === 0} onPress={viewer.mute} />
      {film.subtitles.length > 0 && menuButton('subtitles', subtitles >= 0)}
      {film.chapters.length > 0 && menuButton('chapters')}
      {menuButton('settings')}
      {menuButton('help')}
      <Press name="fullScreen" label={t(isFullScreen ? 'vod.leaveFullScreen' : 'vod.fullScreen')} onPress={onFullScreen} />
    </div>
  )
}

interface PressProps {
  readonly name: PlayerIcon
  readonly label?: string
  readonly isPressed?: boolean
  readonly isMain?: boolean
  readonly onPress: () => void
}

function Press({ name, label, isPressed, isMain = false, onPress }: PressProps) {
  const t = useText()
  return (
    <button
      type="button"
      className={`pb p-${name}`}
      aria-label={label ?? t(`vod.${name}`)}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      {...(isMain && { 'data-main': '' })}
      onClick={onPress}
    >
      <Sign name={name} />
    </button>
  )
}

function Times({ film, media }: { readonly film: PlayerFilm; readonly media: MediaState }) {
  const t = useText()
  if (film.isLive) return <span className="tm badge">{t('vod.live')}</span>
  return (
    <span className="tm">
      <bdi dir="ltr">{formatClock(media.time)}</bdi>
      <span> / </span>
      <bdi dir="ltr">{formatClock(media.whole || film.seconds)}</bdi>
    </span>
  )
}

function useFullScreen(): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const follow = (): void => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  return isFull
}
