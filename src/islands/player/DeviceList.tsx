import { useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { WatchingDevice, WatchState } from '#lib/contract/area/vod.ts'
import { clockTime } from '#lib/text/film-clock.ts'
import { Frame } from './Frame.tsx'
import { Sign } from './icons.tsx'

interface Props {
  readonly devices: readonly WatchingDevice[]
  /** Other films that play in this browser: they are in the way before any device is. */
  readonly elsewhere: WatchState['elsewhere']
  readonly replacementsLeft: number
  readonly onReplace: (deviceId: string) => void
}

/** Seen this long ago a device counts as active. */
const ACTIVE_MS = 60_000

/** The devices that watch already, or the films that play in this browser; one of them may be stopped in favour of this one. */
export function DeviceList({ devices, elsewhere, replacementsLeft, onReplace }: Props) {
  const t = useText()
  const [now] = useState(() => Date.now())
  const isHere = elsewhere.length > 0
  const others = devices.filter(({ isThis }) => !isThis)
  const mayStop = isHere || replacementsLeft > 0
  return (
    <Frame title={isHere ? t('vod.filmsTitle') : t('vod.devicesTitle', { count: others.length })} isAlert>
      <ul className="devs">
        {(isHere ? elsewhere : others).map(({ deviceId, name, lastSeenAt }) => {
          const device = name || t('vod.deviceUnknown')
          const seen = Date.parse(lastSeenAt)
          return (
            <li key={deviceId}>
              <Sign name="computer" size="lg" />
              <span>
                <b>{device}</b>
                <span>{now - seen < ACTIVE_MS ? t('vod.deviceNow') : t('vod.deviceAt', { time: clockTime(seen) })}</span>
              </span>
              {mayStop && (
                <button type="button" className="btn ghost sm" onClick={() => onReplace(deviceId)}>
                  {t('vod.stopThere')}
                  <span className="vh"> – {device}</span>
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="meta">{t(isHere ? 'vod.filmsText' : mayStop ? 'vod.devicesText' : 'vod.noneLeft')}</p>
    </Frame>
  )
}
