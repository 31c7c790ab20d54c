import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '#islands/icon.tsx'
import { TextProvider, useText, type TextProps } from '#islands/text.tsx'
import { $hold, correctTimer, formatCountdown, loadTimer, markPassed, urgencyOf, type Hold } from '#lib/client/timer.ts'
import { ExpiredDialog, LastMinuteDialog } from './HoldDialogs.tsx'
import './order.css'

interface Props extends TextProps {
  /** A presentation whose hold is counted down from the start; the order page starts it with the first seat. */
  readonly presentationId?: number
}

/** The countdown in the order's black head, with its spoken marks and its dialogs. */
export function HoldTimer({ texts, locale, presentationId }: Props) {
  const hold = useStore($hold, { ssr: 'initial' })
  useEffect(() => {
    if (presentationId !== undefined) void loadTimer(presentationId)
  }, [presentationId])
  useEffect(() => {
    const correct = (): void => {
      if (!document.hidden) correctTimer()
    }
    document.addEventListener('visibilitychange', correct)
    return () => document.removeEventListener('visibilitychange', correct)
  }, [])
  return (
    <TextProvider texts={texts} locale={locale}>
      {hold && <Countdown hold={hold} />}
    </TextProvider>
  )
}

function Countdown({ hold }: { readonly hold: Hold }) {
  const t = useText()
  const urgency = urgencyOf(hold.secondsLeft)
  const spoken = useSpokenMark(hold.secondsLeft)
  return (
    <>
      <div className={`timer ${urgency}`} role="timer" aria-label={t('order.timerLabel')}>
        <Icon name="clock" />
        <small>{t('order.heldFor')}</small>
        <bdi dir="ltr" className="num">
          {formatCountdown(hold.secondsLeft)}
        </bdi>
      </div>
      <span className="vh" role="status">
        {spoken !== null && t('order.minutesLeft', { count: spoken })}
      </span>
      {urgency === 'last' && <LastMinuteDialog hold={hold} />}
      {urgency === 'over' && <ExpiredDialog url={hold.url} />}
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
