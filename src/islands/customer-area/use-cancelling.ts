import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { askCancellation, cancelReservation, isFailed, type Cancelled, type Offer } from '#lib/client/customer/customer-area.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'

export interface CancelState {
  /** What was last worked out; null before the first answer. */
  readonly offer: Offer | null
  /** Items that are to be cancelled. */
  readonly chosen: ReadonlySet<string>
  /** The offer is that of another choice, and a new one is on its way. */
  readonly isOld: boolean
  readonly isBusy: boolean
  readonly refusal: CallRefusal | null
  /** The refund was another one than the customer had agreed to. */
  readonly hasChanged: boolean
}

const BEGUN: CancelState = { offer: null, chosen: new Set(), isOld: true, isBusy: false, refusal: null, hasChanged: false }

/** The state of one cancelling: every choice has its own offer from the server, and only the newest one counts. */
export function useCancelling(resId: string, onDone: (cancelled: Cancelled) => void) {
  const [state, setState] = useState(BEGUN)
  const newest = useRef(0)
  const isSending = useRef(false)
  const change = (part: Partial<CancelState>): void => setState((now) => ({ ...now, ...part }))

  const ask = async (items: readonly string[] | null, hasChanged = false): Promise<void> => {
    const mine = (newest.current += 1)
    change({ isOld: true, refusal: null, hasChanged, ...(items && { chosen: new Set(items) }) })
    if (items?.length === 0) return
    const answer = await askCancellation(resId, items)
    if (mine !== newest.current) return
    if (isFailed(answer)) {
      change({ refusal: answer.error })
      return
    }
    const possible = cancellable(answer)
    if (items === null && answer.offer === null && possible.length > 0 && possible.length < answer.items.length) return ask(possible)
    change({ offer: answer, chosen: new Set(items ?? possible), isOld: false })
  }

  const toggle = (item: string): void => {
    const next = new Set(state.chosen)
    if (!next.delete(item)) next.add(item)
    void ask(listOf(state.offer, next))
  }

  const send = async (asCredit: boolean): Promise<void> => {
    const { offer, chosen, isOld } = state
    if (isSending.current || isOld || offer?.offer == null) return
    isSending.current = true
    change({ isBusy: true, refusal: null })
    const items = listOf(offer, chosen)
    const answer = await cancelReservation(resId, {
      items: isAll(offer, chosen) ? null : items,
      asCredit,
      expectedRefund: offer.offer.refund,
    })
    isSending.current = false
    change({ isBusy: false })
    if (!isFailed(answer)) {
      onDone(answer)
      return
    }
    if (answer.error.code === 'PRICE_CHANGED') return ask(items, true)
    change({ refusal: answer.error })
  }

  const begin = useEffectEvent(() => void ask(null))
  useEffect(() => begin(), [])
  return { ...state, toggle, send }
}

function cancellable({ items }: Offer): readonly string[] {
  return items.filter(({ refusal }) => refusal === null).map(({ item }) => item)
}

/** The chosen ones, in the order of the list. */
function listOf(offer: Offer | null, chosen: ReadonlySet<string>): readonly string[] {
  return (offer?.items ?? []).map(({ item }) => item).filter((item) => chosen.has(item))
}

function isAll({ items }: Offer, chosen: ReadonlySet<string>): boolean {
  return items.every(({ item }) => chosen.has(item))
}
