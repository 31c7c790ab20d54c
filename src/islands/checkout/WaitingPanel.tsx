import { useEffect, useRef } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'

/** The order is being closed, or it is being checked whether the card was charged. Neither is ever shown as failed. */
export function WaitingPanel({ isChecking, isHold = false }: { readonly isChecking: boolean; readonly isHold?: boolean }) {
  const t = useText()
  const what = isHold ? 'holding' : isChecking ? 'checking' : 'closing'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }, [what])
  return (
    <div className="card stack pay-wait" role="status" aria-busy="true">
      <Icon name={isChecking ? 'clock' : 'lock'} size="lg" />
      <h2 ref={heading} tabIndex={-1}>
        {t(`checkout.${what}Title`)}
      </h2>
      <p className="sub">{t(`checkout.${what}Text`)}</p>
    </div>
  )
}
