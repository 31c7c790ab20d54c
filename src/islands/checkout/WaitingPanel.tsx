import { Icon } from '#islands/icon.tsx'
import { useText } from '#islands/text.tsx'

/** The order is being closed, or it is being checked whether the card was charged. Neither is ever shown as failed. */
export function WaitingPanel({ isChecking, isHold = false }: { readonly isChecking: boolean; readonly isHold?: boolean }) {
  const t = useText()
  const what = isHold ? 'holding' : isChecking ? 'checking' : 'closing'
  return (
    <div className="card stack pay-wait" role="status" aria-busy="true">
      <Icon name={isChecking ? 'clock' : 'lock'} size="lg" />
      <h2>{t(`checkout.${what}Title`)}</h2>
      <p className="sub">{t(`checkout.${what}Text`)}</p>
    </div>
  )
}
