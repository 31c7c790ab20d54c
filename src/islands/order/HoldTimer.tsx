import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { TimeLeft } from '#islands/ui/TimeLeft.tsx'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { $hold, correctTimer, loadTimer, markPassed, timerLead, urgencyOf, type Hold } from '#lib/client/order/timer.ts'
import { IDLE_MS, SIGNS_OF_LIFE } from '#lib/client/seats/seats-presence.ts'
import './order.css'

/** The dialogs come with the countdown, long before one of them is needed. */
const loadDialogs = () => import('./HoldDialogs.tsx')
const IdleDialog = lazy(async () => ({ default: (await loadDialogs()).IdleDialog }))
const LastMinuteDialog = lazy(async () => ({ default: (await loadDialogs()).LastMinuteDialog }))
const ExpiredDialog = lazy(async () => ({ default: (await loadDialogs()).ExpiredDialog }))

interface Props extends TextProps {
  /** A presentation whose hold is counted down from the start; the order page starts it with the first seat. */
  readonly presentationId?: number
  /** Where the browser goes at the end, in place of the presentation's page. */
  readonly leadsTo?: string
}

/** The countdown in the order's black head, with its spoken marks and its dialogs. */
export function HoldTimer({ texts, locale, presentationId, leadsTo }: Props) {
  const hold = useStore($hold, { ssr: 'initial' })
  useEffect(() => {
    timerLead.path = leadsTo
    if (presentationId !== undefined) void loadTimer(presentationId)
  }, [presentationId, leadsTo])
  useEffect(() => {
    const correct = (): void => {
      if (!document.hidden) correctTimer()
    }
    document.addEventListener('visibilitychange', correct)
    return () => document.removeEventListener('visibilitychange', correct)
  }, [])
  return (
    <TextProvider texts={texts} locale={locale}>
      {hold ? <Countdown hold={hold} hasSeats={presentationId === undefined} /> : <TimerRoom />}
    </TextProvider>
  )
}

/** Keeps the countdown's place, so that the head is as high with it as without. */
function TimerRoom() {
  const t = useText()
  return (
    <div className="timer-room" aria-hidden="true">
      <Icon name="clock" />
      <small>{t('order.heldFor')}</small>
      <bdi dir="ltr" className="num">
        00:00
      </bdi>
    </div>
  )
}

/** @param hasSeats whether this page holds the seats in its hands and can give them back */
function Countdown({ hold, hasSeats }: { readonly hold: Hold; readonly hasSeats: boolean }) {
  const t = useText()
  const urgency = urgencyOf(hold.secondsLeft)
  const spoken = useSpokenMark(hold.secondsLeft)
  const [isIdle, comeBack] = useIdle(hold.secondsLeft)
  useEffect(() => {
    loadDialogs().catch(() => undefined)
  }, [])
  return (
    <>
      <div className={`timer ${urgency}`} role="timer" aria-label={t('order.timerLabel')}>
        <Icon name="clock" />
        <small>{t('order.heldFor')}</small>
        <TimeLeft seconds={hold.secondsLeft} className="num" />
      </div>
      <span className="vh" role="status">
        {spoken !== null && t('order.minutesLeft', { count: spoken })}
      </span>
      <Suspense>
        {isIdle && (urgency === 'calm' || urgency === 'soon') && <IdleDialog hasSeats={hasSeats} onStay={comeBack} />}
        {urgency === 'last' && <LastMinuteDialog hold={hold} />}
        {urgency === 'over' && <ExpiredDialog url={hold.url} />}
      </Suspense>
    </>
  )
}

/** The minutes to speak of, when one of the marks has just been passed. */
function useSpokenMark(secondsLeft: number): number | null {
  const before = useRef(secondsLeft)
  const [spoken, setSpoken] = useState<number | null>(null)
  useEffect(() => {
    const mark = markPassed(before.current, secondsLeft)
    if (mark !== undefined) setSpoken(mark / 60)
    before.current = secondsLeft
  }, [secondsLeft])
  return spoken
}

/** Whether the visitor has been idle for five minutes (spec §9), checked every second of the countdown; stays true until the visitor answers. */
function useIdle(secondsLeft: number): readonly [isIdle: boolean, comeBack: () => void] {
  const seenAt = useRef(0)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    seenAt.current = Date.now()
    const see = (): void => {
      if (Date.now() - seenAt.current < IDLE_MS) seenAt.current = Date.now()
    }
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, see, { passive: true })
    return () => SIGNS_OF_LIFE.forEach((sign) => document.removeEventListener(sign, see))
  }, [])
  useEffect(() => {
    if (Date.now() - seenAt.current >= IDLE_MS) setIdle(true)
  }, [secondsLeft])
  const comeBack = (): void => {
    seenAt.current = Date.now()
    setIdle(false)
  }
  return [isIdle, comeBack]
}
