import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Dialog } from '#islands/Dialog.tsx'
import { Price } from '#islands/price.tsx'
import { useText } from '#islands/text.tsx'
import { $plan, $seatNotice, $takenSeat, selectSeat } from '#lib/client/seats.ts'
import type { Translate } from '#lib/text/translate.ts'
import { HELD } from './core/looks.ts'
import { placeName, priceOfGroup, seatNames, totalNow, type Groups } from './seat-words.ts'
import { SeatSign } from './signs.tsx'

type Notice = NonNullable<ReturnType<typeof $seatNotice.get>>
const SHOWN_MS = 7000

/** Says what became of a choice: politely where it went as wished, at once and visibly where it did not. */
export function SeatNotices({ groups, maxSeats }: { readonly groups: Groups; readonly maxSeats: number }) {
  const t = useText()
  const notice = useStore($seatNotice, { ssr: 'initial' })
  const isGood = notice?.kind === 'selected' || notice?.kind === 'released'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(notice !== null)
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const text = notice && isShown ? wordsOf(t, notice, groups, maxSeats) : ''
  return (
    <>
      <p className="vh" role="status">
        {isGood ? text : ''}
      </p>
      <p className="seat-say" role="alert">
        {isGood ? '' : text}
      </p>
    </>
  )
}

function wordsOf(t: Translate, { kind, seats, message }: Notice, groups: Groups, max: number): string {
  if (kind === 'limit') return t('seats.limit', { max })
  if (message !== '') return message
  return t(`seats.say.${kind}`, { count: seats.length, seats: seatNames(t, seats), total: totalNow(groups) })
}

/** Somebody was quicker: what happened, and the nearest seat of the same price. */
export function TakenDialog({ groups }: { readonly groups: Groups }) {
  const t = useText()
  const taken = useStore($takenSeat, { ssr: 'initial' })
  const hall = useStore($plan, { ssr: 'initial' })
  if (!taken || !hall) return null
  const close = () => $takenSeat.set(null)
  const { seat, offer } = taken
  const row = hall.rows[hall.row[offer] ?? 0]?.name
  const name = hall.names[offer] ?? ''
  const price = priceOfGroup(groups, seat.ticketGroupId)
  return (
    <Dialog label={t('seats.takenTitle')} onClose={close}>
      <div className="row">
        <SeatSign look={HELD} className="dlg-sign" />
        <h2 className="dlg-h">{t('seats.takenTitle')}</h2>
      </div>
      <p>{t(offer < 0 ? 'seats.takenNoOffer' : 'seats.takenText', { seat: seatNames(t, [seat]) })}</p>
      {offer >= 0 && (
        <div className="row between offer">
          <span>
            <b>{placeName(t, row, name, '')}</b>
            <br />
            <span className="meta">{hall.sections[hall.section[offer] ?? 0]?.name}</span>
          </span>
          {price !== null && <Price amount={price} />}
        </div>
      )}
      <div className="row wrap-ok">
        {offer >= 0 && (
          <button
            className="btn primary"
            type="button"
            onClick={() => {
              close()
              void selectSeat(offer)
            }}
          >
            {t('seats.takeSeat', { seat: name })}
          </button>
        )}
        <button className="btn quiet" type="button" onClick={close}>
          {t('seats.backToMap')}
        </button>
      </div>
    </Dialog>
  )
}
