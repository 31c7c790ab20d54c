import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $waitUntil, secondsUntil, waitFor } from '#lib/client/seats/hold-wait.ts'
import { $hold } from '#lib/client/order/timer.ts'
import { formatCountdown } from '#lib/text/format-duration.ts'

/** When one may choose again, and that one may; nothing once seats are held again. */
export default function WaitNote() {
  const t = useText()
  const left = useWait()
  const isHolding = (useStore($hold)?.secondsLeft ?? 0) > 0
  const [hasWaited, setWaited] = useState(false)
  const isWaiting = !isHolding && (left > 0 || hasWaited)
  if (isWaiting !== hasWaited) setWaited(isWaiting)
  useEffect(() => {
    if (isHolding) waitFor(0)
  }, [isHolding])
  if (isHolding) return null
  if (left > 0) return <WaitText left={left} />
  return <span role="status">{hasWaited ? t('seats.waitOver') : ''}</span>
}

/** The countdown itself; silent, since it changes every second. */
export function WaitText({ left }: { readonly left: number }) {
  const t = useText()
  const [before, after] = t('seats.wait', { time: '|' }).split('|')
  return (
    <span className="wait" role="timer">
      {before}
      <bdi dir="ltr" className="num">
        {formatCountdown(left)}
      </bdi>
      {after}
    </span>
  )
}

/** Seconds until one may choose again, by the server's word. */
export function useWait(): number {
  const until = useStore($waitUntil)
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    const count = () => setLeft(secondsUntil(until))
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}
