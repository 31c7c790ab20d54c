import { useEffect, useRef, useState } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $paidForm, frameFocusOf, frameHeightOf, paidFormOf } from '#lib/client/checkout/payment-frame.ts'

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
      const formFrame = { window: current.contentWindow, url }
      const height = frameHeightOf(event, formFrame)
      if (height !== null) current.style.blockSize = `${String(height)}px`
      const focus = frameFocusOf(event, formFrame)
      if (focus) showInView(current, focus)
      const paid = paidFormOf(event, formFrame)
      if (!paid) return
      $paidForm.set(paid)
      onPaid(paid.paymentIdentifier)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [url, onPaid])
  const loads = useRef(0)
  /** Each page after the first is an answer: whoever scrolled down to the button sees its beginning. */
  const onLoad = (): void => {
    loads.current += 1
    setReady(true)
    const { current } = frame
    if (loads.current > 1 && current && current.getBoundingClientRect().top < 0) showInView(current, { top: 0, height: 0 })
  }
  return (
    <div className="payframe" role="group" aria-label={t('checkout.frame')} aria-busy={!isReady}>
      <div className="top">
        <Icon name="lock" size="sm" />
        <span>{t('checkout.frameLock')}</span>
      </div>
      {!isReady && <FrameSkeleton />}
      {url !== null && <iframe ref={frame} className={isReady ? 'ready' : ''} src={url} title={t('checkout.frame')} onLoad={onLoad} />}
    </div>
  )
}

/** Brings a piece of the frame into the middle of the window, clear of the order's head, and hands the keyboard to the frame. */
function showInView(frame: HTMLIFrameElement, { top, height }: { readonly top: number; readonly height: number }): void {
  frame.focus({ preventScroll: true })
  const at = frame.getBoundingClientRect().top + top
  if (at < innerHeight * 0.2 || at + height > innerHeight * 0.8) scrollBy({ top: at - (innerHeight - height) / 2, behavior: 'instant' })
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
