import { useEffect, useRef, useState } from 'react'
import { Icon } from '#islands/icon.tsx'
import { useText } from '#islands/text.tsx'
import { $paidForm, frameHeightOf, paidFormOf } from '#lib/client/payment-frame.ts'

interface Props {
  /** null while the form is being opened. */
  readonly url: string | null
  readonly onPaid: (paymentIdentifier: string) => void
}

/** The payment provider's own form: card data is typed there and never reaches this page. */
export function PaymentFrame({ url, onPaid }: Props) {
  const t = useText()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>): void => {
      const { current } = frame
      if (url === null || !current) return
      const height = frameHeightOf(event, current.contentWindow, url)
      if (height !== null) current.style.blockSize = `${String(height)}px`
      const paid = paidFormOf(event, current.contentWindow, url)
      if (!paid) return
      $paidForm.set(paid)
      onPaid(paid.paymentIdentifier)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [url, onPaid])
  return (
    <div className="payframe" role="group" aria-label={t('checkout.frame')} aria-busy={!isReady}>
      <div className="top">
        <Icon name="lock" size="sm" />
        <span>{t('checkout.frameLock')}</span>
      </div>
      {!isReady && <FrameSkeleton />}
      {url !== null && (
        <iframe ref={frame} className={isReady ? 'ready' : ''} src={url} title={t('checkout.frame')} onLoad={() => setReady(true)} />
      )}
    </div>
  )
}

function FrameSkeleton() {
  const t = useText()
  return (
    <div className="in">
      <span className="vh" role="status">
        {t('checkout.frameLoading')}
      </span>
      <div className="sk pay-sk" />
      <div className="sk pay-sk" />
      <div className="sk pay-sk" />
    </div>
  )
}
