import { useEffect, useState } from 'react'
import { useLocale, useText } from '#islands/ui/text.tsx'
import type { Viewer } from '#lib/client/vod/viewer.ts'
import { clockTime } from '#lib/text/film-clock.ts'
import { formatClock } from '#lib/text/film-clock.ts'
import { formatDuration } from '#lib/text/format-duration.ts'
import { Frame } from './Frame.tsx'

interface Props {
  readonly name: string
  /** ISO */
  readonly startsAt: string
  /** The server's time when the page was drawn, ISO. */
  readonly now: string
  readonly onStart: () => void
  readonly viewer: Viewer
}

/** Seconds before the start at which the countdown is spoken. */
const SPOKEN_AT: readonly number[] = [900, 300, 60]

/** Counts down to a live stream by the server's clock. */
export function Countdown({ name, startsAt, now, onStart, viewer }: Props) {
  const t = useText()
  const locale = useLocale()
  const [ahead] = useState(() => Date.parse(now) - Date.now())
  const [left, setLeft] = useState(() => Math.ceil((Date.parse(startsAt) - Date.parse(now)) / 1000))
  useEffect(() => {
    const tick = setInterval(() => setLeft(Math.ceil((Date.parse(startsAt) - Date.now() - ahead) / 1000)), 1000)
    return () => clearInterval(tick)
  }, [startsAt, ahead])
  useEffect(() => {
    if (left <= 0) onStart()
    else if (SPOKEN_AT.includes(left)) viewer.say('liveIn', { time: formatDuration(left, locale) })
  }, [left, onStart, viewer, locale])
  const clock = (
    <p className="cd" role="timer" aria-live="off" aria-label={t('vod.liveIn', { time: formatDuration(Math.max(0, left), locale) })}>
      <bdi dir="ltr">{formatClock(left)}</bdi>
    </p>
  )
  return (
    <Frame title={t('vod.liveTitle', { name, time: clockTime(Date.parse(startsAt)) })} above={clock}>
      <p>{t('vod.liveText')}</p>
    </Frame>
  )
}
