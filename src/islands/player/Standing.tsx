import { useEffect, useState } from 'react'
import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import type { Phase } from '#lib/client/vod/phase.ts'
import type { Watching } from '#lib/client/vod/watching.ts'
import { clockDay, clockTime, leftText } from '#lib/text/film-clock.ts'
import { Sign } from './icons.tsx'

interface Props {
  readonly watching: Watching
  /** How many may watch at once. */
  readonly devices: number
  /** The server's time as the page was made, ISO. */
  readonly now: string
  readonly at: Phase['at']
}

/** Under the player: until when the film may be watched or begun, what is left of that, and how many devices watch. Follows what is played. */
export function Standing({ watching, devices, now, at }: Props) {
  const t = useText()
  const until = Date.parse(useStore(watching.$until) ?? '')
  const isOpen = useStore(watching.$isOpen)
  const count = useStore(watching.$watching)
  const left = until - useServerTime(now, until)
  return (
    <p className="row wrap-ok facts" data-standing>
      {left > 0 && at !== 'late' && at !== 'ended' && (
        <span>
          <Sign name="clock" size="sm" />
          <span>
            {t(isOpen ? 'vod.availableUntil' : 'vod.watchBefore')}{' '}
            <bdi dir="ltr">
              {clockDay(until)}, {clockTime(until)}
            </bdi>
          </span>
        </span>
      )}
      {left > 0 && isOpen && at !== 'ended' && <span>{t('vod.leftFor', { time: leftText(t, left) })}</span>}
      <span>{count > 0 ? t('vod.watching', { count, most: String(devices) }) : t('vod.upTo', { count: devices })}</span>
    </p>
  )
}

/** Often enough for minutes. */
const TICK_MS = 20_000

/** ms since 1970 by the server's clock, whatever that of the device says. @param until what is counted down to: another one is counted at once */
function useServerTime(pageMade: string, until: number): number {
  const [time, setTime] = useState(() => Date.parse(pageMade))
  const [ahead] = useState(() => Date.parse(pageMade) - Date.now())
  useEffect(() => {
    const tick = () => setTime(Date.now() + ahead)
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [ahead, until])
  return time
}
