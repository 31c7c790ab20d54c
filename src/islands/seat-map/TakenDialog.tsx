import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useId, useMemo } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $presentation } from '#lib/client/order/order.ts'
import { offersInstead } from '#lib/client/seats/seats-next.ts'
import { seatCalls } from '#lib/client/seats/seat-calls.ts'
import { $plan, $seatNotice, $status, $takenSeat, selectSeat } from '#lib/client/seats/seats.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { HELD } from './core/looks.ts'
import { placeOfSeat, priceOfGroup, seatNames, type Groups } from './seat-words.ts'
import { SeatSign } from './seat-signs.tsx'

/** Somebody was quicker: what happened, and the nearest seats, those of the same price first. */
export default function TakenDialog({ groups }: { readonly groups: Groups }) {
  const t = useText()
  const taken = useStore($takenSeat)
  const hall = useStore($plan)
  const notice = useStore($seatNotice)
  // Looked for once: buttons that one is about to press do not move.
  const offers = useMemo(() => offersInstead(taken), [taken])
  if (!taken || !hall) return null
  const close = () => $takenSeat.set(null)
  // A seat on many dates is lost at some of them, which the refusal names; what is offered is free at all.
  const isOnDates = seatCalls.why !== undefined
  const text = offers.length === 0 ? 'seats.takenNoOffer' : offers.length === 1 ? 'seats.takenText' : 'seats.takenTextSome'
  return (
    <Dialog label={t('seats.takenTitle')} onClose={close}>
      <div className="row">
        <SeatSign look={HELD} className="dlg-sign" />
        <h2 className="dlg-h">{t('seats.takenTitle')}</h2>
      </div>
      <p>
        <Named>{isOnDates && notice?.message ? notice.message : t(text, { seat: seatNames(t, [taken]) })}</Named>
      </p>
      {offers.map((offer, at) => (
        <Offer key={offer} offer={offer} isFirst={at === 0} hall={hall} groups={groups} onTake={close} />
      ))}
      <div className="row wrap-ok">
        <button className="btn quiet" type="button" onClick={close}>
          {t('seats.backToMap')}
        </button>
        {!isOnDates && (
          <a className="btn quiet" href={`/booking/features/${String($presentation.get()?.featureId)}#dates`}>
            {t('order.otherDates')}
          </a>
        )}
      </div>
    </Dialog>
  )
}

interface OfferProps {
  readonly offer: number
  /** The nearest of them. */
  readonly isFirst: boolean
  readonly hall: Hall
  readonly groups: Groups
  readonly onTake: () => void
}

function Offer({ offer, isFirst, hall, groups, onTake }: OfferProps) {
  const t = useText()
  const placeId = useId()
  const price = priceOfGroup(groups, $status.get()?.states.ticketGroup[offer] ?? 0)
  const place = placeOfSeat(t, hall, offer)
  const take = () => {
    onTake()
    void selectSeat(offer)
  }
  return (
    <div className="row between offer">
      <span>
        <b id={placeId}>{place}</b>
        <br />
        <span className="meta">
          <Named>{hall.sections[hall.section[offer] ?? 0]?.name ?? ''}</Named>
        </span>
      </span>
      {price !== null && <Price amount={price} />}
      <button className={isFirst ? 'btn primary' : 'btn ghost'} type="button" aria-describedby={placeId} onClick={take}>
        {t('seats.takeSeat', { seat: hall.names[offer] ?? '' })}
      </button>
    </div>
  )
}
