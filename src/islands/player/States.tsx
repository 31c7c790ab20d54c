import { useCallback } from 'react'
import { useStore } from '@nanostores/react'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { Phase } from '#lib/client/vod/phase.ts'
import type { Viewer } from '#lib/client/vod/viewer.ts'
import type { Watching } from '#lib/client/vod/watching.ts'
import { chapterAt } from '#lib/domain/catalogue/films/film-chapters.ts'
import { clockDay, clockTime } from '#lib/text/film-clock.ts'
import { formatClock } from '#lib/text/film-clock.ts'
import { Countdown } from './Countdown.tsx'
import { DeviceList } from './DeviceList.tsx'
import type { PlayerProps } from './film.ts'
import { Act, Frame } from './Frame.tsx'
import { Sign, type PlayerIcon } from './icons.tsx'
import { Unsupported } from './Unsupported.tsx'

interface Props {
  readonly watching: Watching
  readonly phase: Phase
  readonly player: PlayerProps
  readonly viewer: Viewer
}

/** All that the player shows before, instead of and after the film. */
export function States({ watching, viewer, phase, player }: Props) {
  const t = useText()
  const devices = useStore(watching.$devices)
  const elsewhere = useStore(watching.$elsewhere)
  const replacementsLeft = useStore(watching.$replacementsLeft)
  const { position } = watching
  const go = (from: number, replaces?: string): void => void watching.play(from, replaces)
  const { film, watch, window } = player
  const onStart = useCallback(() => watching.begin(), [watching])
  switch (phase.at) {
    case 'startsIn':
      return <Countdown name={film.featureName} startsAt={film.startsAt ?? ''} now={watch.now} onStart={onStart} viewer={viewer} />
    case 'ready':
      return <Ready isOpen={watching.$isOpen.get()} window={window} onStart={() => go(0)} />
    case 'resume':
      return <Resume player={player} position={position} onGo={go} />
    case 'starting':
      return <Frame title={t('vod.starting')} above={<Spinner />} />
    case 'devices':
      return <DeviceList {...{ devices, elsewhere, replacementsLeft }} onReplace={(deviceId) => go(position, deviceId)} />
    case 'late':
    case 'ended':
      return <Over watching={watching} words={phase.at === 'late' ? 'lapsed' : 'over'} player={player} />
    case 'unsupported':
      return <Unsupported code={phase.code} />
    case 'playing':
      return null
    default:
      return <Stopped phase={phase} position={position} onGo={go} />
  }
}

interface StoppedProps {
  readonly phase: Extract<Phase, { at: 'replaced' | 'offline' | 'end' | 'fault' }>
  readonly position: number
  readonly onGo: (from: number) => void
}

/** The film has stopped and can go on: each with its sentence and its button. */
function Stopped({ phase, position, onGo }: StoppedProps) {
  const t = useText()
  const { title, text, icon, press, action } = STOPPED[phase.at]
  const isEnd = phase.at === 'end'
  const act = (
    <Act icon={press} onPress={() => onGo(isEnd ? 0 : position)}>
      {t(`vod.${action}`)}
    </Act>
  )
  return (
    <Frame title={t(`vod.${title}`)} {...(icon && { icon })} isAlert={!isEnd} actions={act}>
      <p>{t(`vod.${text}`, { time: formatClock(position) })}</p>
      {phase.at === 'fault' && (
        <p className="meta">
          <bdi dir="ltr">{phase.code}</bdi>
        </p>
      )}
    </Frame>
  )
}

interface StoppedWords {
  readonly title: string
  readonly text: string
  readonly icon?: PlayerIcon
  readonly press: PlayerIcon
  readonly action: string
}

const STOPPED: Readonly<Record<StoppedProps['phase']['at'], StoppedWords>> = {
  replaced: { title: 'stoppedTitle', text: 'stoppedText', icon: 'computer', press: 'play', action: 'goOnHere' },
  offline: { title: 'offline', text: 'offlineText', icon: 'offline', press: 'reload', action: 'again' },
  fault: { title: 'fault', text: 'faultText', icon: 'warning', press: 'reload', action: 'reload' },
  end: { title: 'end', text: 'endText', press: 'play', action: 'fromStart' },
}

function Ready({ isOpen, window, onStart }: { readonly isOpen: boolean; readonly window: string; readonly onStart: () => void }) {
  const t = useText()
  const start = (
    <button type="button" className="bigplay" aria-label={t('vod.start')} onClick={onStart}>
      <Sign name="play" size="lg" />
    </button>
  )
  return (
    <Frame title={t('vod.ready')} above={start}>
      <p>{isOpen ? t('vod.openText') : t('vod.readyText', { window })}</p>
    </Frame>
  )
}

function Resume({
  player,
  position,
  onGo,
}: {
  readonly player: PlayerProps
  readonly position: number
  readonly onGo: (from: number) => void
}) {
  const t = useText()
  const { chapters } = player.film
  const time = formatClock(position)
  const chapter = chapters[chapterAt(chapters, position)]?.name
  const actions = (
    <>
      <Act icon="play" onPress={() => onGo(position)}>
        {t('vod.goOnFrom')}
        <bdi dir="ltr">{time}</bdi>
      </Act>
      <button type="button" className="btn ghost" onClick={() => onGo(0)}>
        {t('vod.fromStart')}
      </button>
    </>
  )
  return (
    <Frame title={t('vod.goOn')} actions={actions}>
      <p>{chapter ? t('vod.stoppedIn', { time, chapter }) : t('vod.stoppedAt', { time })}</p>
    </Frame>
  )
}

function Over({
  watching,
  words,
  player,
}: {
  readonly watching: Watching
  readonly words: 'over' | 'lapsed'
  readonly player: PlayerProps
}) {
  const t = useText()
  const until = Date.parse(useStore(watching.$until) ?? '')
  const { again, window } = player
  const { position } = watching
  const time = Number.isNaN(until) ? '' : `${clockDay(until)}, ${clockTime(until)}`
  return (
    <Frame
      title={t(`vod.${words}`)}
      {...(again && {
        actions: (
          <a className="btn light" href={again.href}>
            <span>
              {t('vod.moreFor', { window })}
              <Price amount={again.price} />
            </span>
          </a>
        ),
      })}
    >
      {time !== '' && (
        <p>
          {t(`vod.${words}Text`, { time })} {words === 'over' && position > 0 && t('vod.reached', { time: formatClock(position) })}
        </p>
      )}
    </Frame>
  )
}

/** A still ring for those who want no motion. */
export function Spinner() {
  return (
    <svg className="spin" viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="18" fill="none" stroke="var(--stage-line)" strokeWidth="4" />
      <circle cx="22" cy="22" r="18" fill="none" stroke="var(--on-stage)" strokeWidth="4" strokeLinecap="round" strokeDasharray="34 200" />
    </svg>
  )
}
