import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import { inMode } from '#lib/client/seats/hold-mode.ts'
import { indexOfSeat, isGood, nearestInstead, partnerNow, swapSeats, takeNow } from '#lib/client/seats/seats-next.ts'
import { $plan, $selectedSeats, $status, releaseSeat, selectSeat, selectTogether, type SelectedSeat } from '#lib/client/seats/seats.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { placeOfSeat, priceOfGroup, seatNames, type Groups, type Notice } from '#islands/seat-map/seat-words.ts'
import { useWait, WaitText } from '#islands/seat-map/WaitNote.tsx'

/** What one may do after a press that did not go as wished, or that calls for another; null: nothing. */
export function nextStep(notice: Notice, groups: Groups): ReactNode {
  const { kind, seats } = notice
  const [wanted] = seats
  if (!wanted) return null
  if (isGood(notice)) return kind === 'selected' && seats.length === 1 ? companionOf(wanted, groups) : null
  if (kind === 'limit') return <SwapOffer wanted={wanted} />
  if (kind === 'wait') return <WaitOffer wanted={wanted} />
  if (kind === 'offline' || kind === 'refused') return <Again seats={seats} />
  if (kind === 'companion') return <PairOffer wanted={wanted} />
  if (kind === 'lost' || wanted.x === null) return null
  return (
    <>
      <NearestOffer wanted={wanted} />
      {kind === 'notHeld' && <BuyInstead groups={groups} />}
    </>
  )
}

/** The limit is reached: one of one's own, the oldest unless another is named, for the new one. */
function SwapOffer({ wanted }: { readonly wanted: SelectedSeat }) {
  const t = useText()
  const selected = useStore($selectedSeats)
  const [named, setNamed] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const key = selected.some((seat) => seat.key === named) ? named : selected[0]?.key
  if (key == null) return null
  const swap = async () => {
    if (isBusy) return
    setBusy(true)
    await swapSeats(key, wanted)
    setBusy(false)
  }
  return (
    <>
      <select className="inp" aria-label={t('seats.next.swapFor')} value={key} onChange={(event) => setNamed(event.target.value)}>
        {selected.map((seat) => (
          <option key={seat.key} value={seat.key}>
            {t('seats.next.instead', { seat: seatNames(t, [seat]) })}
          </option>
        ))}
      </select>
      <button className="btn primary" type="button" aria-busy={isBusy} onClick={() => void swap()}>
        {t(isBusy ? 'common.working' : 'seats.next.swap')}
      </button>
    </>
  )
}

/** After a hold that ran out: the seconds until one may choose again, then the press itself. */
function WaitOffer({ wanted }: { readonly wanted: SelectedSeat }) {
  const t = useText()
  const left = useWait()
  if (left > 0) return <WaitText left={left} />
  return (
    <button className="btn primary" type="button" onClick={() => void takeNow(wanted)}>
      {t('seats.next.take', { seat: seatNames(t, [wanted]) })}
    </button>
  )
}

/** The same once more: what is one's own was to be given back, anything else to be taken. */
function Again({ seats }: { readonly seats: readonly SelectedSeat[] }) {
  const t = useText()
  const again = async () => {
    const own = $selectedSeats.get()
    for (const seat of seats) await (own.some(({ key }) => key === seat.key) ? releaseSeat(seat.key) : takeNow(seat))
  }
  return (
    <button className="btn primary" type="button" onClick={() => void again()}>
      {t('seats.retry')}
    </button>
  )
}

function NearestOffer({ wanted }: { readonly wanted: SelectedSeat }) {
  const t = useText()
  const [nearest] = useState(() => nearestInstead(indexOfSeat(wanted)))
  const hall = useStore($plan)
  if (nearest === undefined || !hall) return null
  return (
    <button className="btn primary" type="button" onClick={() => void selectSeat(nearest)}>
      {t('seats.next.nearest', { seat: placeOfSeat(t, hall, nearest) })}
    </button>
  )
}

/** A companion's place is sold with one for a wheelchair: both at once. */
function PairOffer({ wanted }: { readonly wanted: SelectedSeat }) {
  const t = useText()
  const hall = useStore($plan)
  const at = indexOfSeat(wanted)
  const [partner] = useState(() => partnerNow(at))
  if (partner < 0 || !hall) return null
  return (
    <button className="btn primary" type="button" onClick={() => void selectTogether([partner, at])}>
      {t('seats.next.both', { seat: placeOfSeat(t, hall, partner) })}
    </button>
  )
}

/** Whoever takes a place for a wheelchair is offered the companion's place that goes with it. */
function companionOf(chosen: SelectedSeat, groups: Groups): ReactNode {
  if (!chosen.features.includes(SEAT_FEATURE.isHandicap)) return null
  const isFull = groups.maxSeats > 0 && $selectedSeats.get().length >= groups.maxSeats
  const partner = partnerNow(indexOfSeat(chosen))
  return partner < 0 || isFull ? null : <CompanionOffer partner={partner} groups={groups} />
}

function CompanionOffer({ partner, groups }: { readonly partner: number; readonly groups: Groups }) {
  const t = useText()
  const hall = useStore($plan)
  const price = priceOfGroup(groups, $status.get()?.states.ticketGroup[partner] ?? 0)
  if (!hall) return null
  return (
    <button className="btn primary" type="button" onClick={() => void selectSeat(partner)}>
      <span>
        {t('seats.next.companion', { seat: placeOfSeat(t, hall, partner) })} {price !== null && <Price amount={price} />}
      </span>
    </button>
  )
}

/** A seat that nobody holds without paying can be bought. */
function BuyInstead({ groups }: { readonly groups: Groups }) {
  const t = useText()
  const path = `/order/${String(groups.id)}`
  if (inMode(path) === path) return null
  return (
    <a className="btn quiet" href={path}>
      {t('seats.next.buy')}
    </a>
  )
}
