import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { BusyLabel } from '#islands/ui/BusyLabel.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { takesOut } from '#islands/ui/takes-out.ts'
import { useText } from '#islands/ui/text.tsx'
import { $cartRefusal } from '#lib/client/order/cart.ts'
import { $others } from '#lib/client/order/order.ts'
import type { OrderPart } from '#lib/client/order/order-lines.ts'
import { showToast } from '#lib/client/toasts.ts'

/** Where whoever cannot go on is led to. */
export const CART_NOTE_ID = 'cart-note'

/** Why the cart could not be stored, with the server's words, and the way out where other presentations stand in it. */
export function CartNote() {
  const t = useText()
  const refusal = useStore($cartRefusal, { ssr: 'initial' })
  const others = useStore($others, { ssr: 'initial' })
  if (!refusal || refusal.code === 'NO_CONNECTION') return null
  return (
    <div className="note bad" role="alert" id={CART_NOTE_ID} tabIndex={-1}>
      <Icon name="warning" />
      <div className="stack sm">
        <span>{refusal.message || t('order.storeFailed')}</span>
        {refusal.code === 'CART_INCOMPATIBLE' &&
          others.map((part) => <RemoveOther key={part.presentation.id} part={part} isQuiet={false} />)}
      </div>
    </div>
  )
}

/** Takes another presentation out of the order and frees its seats. */
export function RemoveOther({ part, isQuiet }: { readonly part: OrderPart; readonly isQuiet: boolean }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const isRemoved = await import('#lib/client/order/other-presentations.ts').then(
      ({ removeOther }) => removeOther(part.presentation.id),
      () => false,
    )
    setBusy(false)
    if (!isRemoved) showToast(t('order.offline'), 'bad')
  }
  const label = t('order.removeOther', { name: part.presentation.featureName })
  return (
    <button
      {...takesOut(isQuiet ? 'quiet' : 'show')}
      className={isQuiet ? 'btn icon' : 'btn ghost'}
      type="button"
      aria-label={label}
      aria-busy={busy}
      onClick={() => void remove()}
    >
      {isQuiet ? (
        <Icon name="cross" />
      ) : (
        <BusyLabel isBusy={busy}>
          <Named>{label}</Named>
        </BusyLabel>
      )}
    </button>
  )
}
