import { Icon } from '#islands/icon.tsx'
import { useText } from '#islands/text.tsx'

/** The order is being closed, or it is being checked whether the card was charged. Neither is ever shown as failed. */
export function WaitingPanel({ isChecking }: { readonly isChecking: boolean }) {
  const t = useText()
  return (
    <div className="card stack pay-wait" role="status" aria-busy="true">
      <Icon name={isChecking ? 'clock' : 'lock'} size="lg" />
      <h2>{isChecking ? t('checkout.checkingTitle') : t('checkout.closingTitle')}</h2>
      <p className="sub">{isChecking ? t('checkout.checkingText') : t('checkout.closingText')}</p>
    </div>
  )
}
