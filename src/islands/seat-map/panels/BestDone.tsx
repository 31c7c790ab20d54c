import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { placesText } from '#islands/order/place-text.ts'
import { Sign } from '#islands/seat-map/signs.tsx'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $bestPhase, $selectedSeats, releaseSeat, takeOther } from '#lib/client/seats/seats.ts'
import { bestOf, showBest } from './best-choice.ts'

/** What was chosen for the visitor; another choice instead, or none. */
export function BestDone({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const phase = useStore($bestPhase)
  const [isRefused, setRefused] = useState(false)
  const seats = bestOf(useStore($selectedSeats))
  if (seats.length === 0) return null
  const others = async () => {
    const isTaken = await takeOther()
    setRefused(!isTaken)
    if (isTaken) showBest()
  }
  return (
    <div className="best-done" role="group" aria-label={t('seats.best.chosen')}>
      <p>
        <b>{t('seats.best.chosen')}</b>{' '}
        <Named>
          {placesText(
            t,
            seats.map((seat) => ({ seat })),
          ).join('; ')}
        </Named>
      </p>
      {isRefused && phase === 'none' && <p role="alert">{t('seats.best.noOther')}</p>}
      <div className="row">
        <Press className="btn quiet" isOff={phase === 'working'} onClick={() => void others()}>
          {t('seats.best.others')}
        </Press>
        <button className="btn quiet" type="button" onClick={() => void Promise.all(seats.map(({ key }) => releaseSeat(key)))}>
          {t('seats.best.undo')}
        </button>
        <button className="btn icon" type="button" aria-label={t('seats.best.close')} onClick={onClose}>
          <Sign name="close" />
        </button>
      </div>
    </div>
  )
}
