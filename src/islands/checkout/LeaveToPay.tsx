import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'

/** The way to a provider's page that works in no frame. It is pressed, so that coming back with the browser's own button does not lead there again. */
export function LeaveToPay({ url }: { readonly url: string }) {
  const t = useText()
  return (
    <div className="card stack">
      <p className="row">
        <Icon name="lock" />
        <span>{t('checkout.leaveText')}</span>
      </p>
      <a className="btn primary lg block" href={url}>
        {t('checkout.leave')} <Icon name="arrow" />
      </a>
    </div>
  )
}
