import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Icon } from '#islands/icon.tsx'
import { ltr } from '#islands/order/place-text.ts'
import { useText } from '#islands/text.tsx'
import type { CallRefusal } from '#lib/client/call.ts'
import { failureText, type WayOn } from '#lib/client/payment-phase.ts'
import { $hold, formatCountdown } from '#lib/client/timer.ts'

/** What happened, as 'message: error' (spec §8). The server's sentence says what to do; where it gave none, ours does. */
export function RefusalNote({ refusal, way }: { readonly refusal: CallRefusal; readonly way: WayOn }) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  return (
    <div ref={note} className={`note ${way === 'card' ? 'bad' : 'warn'}`} role="alert">
      <Icon name="warning" />
      <span>
        <b>{failureText(refusal)}</b> {refusal.message === '' && t(`checkout.way_${way}`)} {way === 'card' && <StillHeld />}
      </span>
    </div>
  )
}

/** How long the seats are still held; not spoken with every second. */
function StillHeld() {
  const t = useText()
  const hold = useStore($hold)
  return hold && <span aria-live="off">{t('checkout.stillHeld', { time: ltr(formatCountdown(hold.secondsLeft)) })}</span>
}
