import { useState } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import { freeSeats } from '#lib/client/order/other-presentations.ts'
import type { OrderSeat } from '#lib/domain/seating/rules/order-seat.ts'

interface Props {
  readonly name: string
  readonly seats: readonly OrderSeat[]
}

/** Takes one show of several out of the order: its seats are freed, and the page comes anew with what is left and what that costs. */
export function RemoveShow({ name, seats }: Props) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await freeSeats(seats)
    location.reload()
  }
  return (
    <button className="btn icon" type="button" aria-label={t('order.removeOther', { name })} aria-busy={busy} onClick={() => void remove()}>
      <Icon name="cross" />
    </button>
  )
}
