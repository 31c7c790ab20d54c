import { useStore } from '@nanostores/react'
import { useText } from '#islands/ui/text.tsx'
import { $hold } from '#lib/client/order/timer.ts'

/** How much of the hold is left, and whether it can be made longer. */
export function HoldProgress() {
  const t = useText()
  const hold = useStore($hold, { ssr: 'initial' })
  if (!hold) return null
  const left = Math.min(100, (hold.secondsLeft / hold.wholeSeconds) * 100)
  return (
    <div className="hold">
      <svg className="prog" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect x={100 - left} width={left} height="6" fill="var(--accent)" />
      </svg>
      <p className="meta">{hold.canExtend ? t('order.lockedNote') : t('order.lockedNoteUsed')}</p>
    </div>
  )
}
