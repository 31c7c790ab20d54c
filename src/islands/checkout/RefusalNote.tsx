import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { TimeLeft } from '#islands/ui/TimeLeft.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { failureText, sentencesOf, type WayOn } from '#lib/client/checkout/payment-phase.ts'
import { $hold } from '#lib/client/order/timer.ts'

/**
 * What happened, whether money moved, what now: a sentence each, the server's or, where it gave none, ours. Below them 'message: error' (spec §8), for
 * whoever is asked on the telephone. The view and the focus go there.
 */
export function RefusalNote({ refusal, way }: { readonly refusal: CallRefusal; readonly way: WayOn }) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.focus({ preventScroll: true })
    note.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  const [first = '', ...rest] = sentencesOf(refusal.message)
  const others = refusal.message === '' || (way === 'card' && rest.length === 0) ? t(`checkout.way_${way}`) : rest.join(' ')
  return (
    <div ref={note} className={`note ${way === 'card' ? 'bad' : 'warn'}`} role="alert" tabIndex={-1}>
      <Icon name="warning" />
      <div className="stack sm">
        <p>
          <b>{first || t('checkout.failed')}</b> {others} {way === 'card' && <StillHeld />}
        </p>
        <p className="failure-code">
          <bdi>{failureText({ message: first, code: refusal.code })}</bdi>
        </p>
      </div>
    </div>
  )
}

/** How long the seats are still held; it runs on, and is not spoken with every second. */
function StillHeld() {
  const t = useText()
  const hold = useStore($hold)
  if (!hold) return null
  const [before = '', after = ''] = t('checkout.stillHeld', { time: SEAM }).split(SEAM)
  return (
    <span aria-live="off">
      {before}
      <TimeLeft seconds={hold.secondsLeft} />
      {after}
    </span>
  )
}

/** Where a piece of markup goes into a sentence. */
const SEAM = '\u0000'
