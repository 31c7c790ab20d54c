import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { placesText } from '#islands/order/place-text.ts'
import { useText } from '#islands/ui/text.tsx'
import { $bestPhase, $selectedSeats, releaseSeat, takeOther } from '#lib/client/seats/seats.ts'
import { bestOf, showBest } from './best-choice.ts'
import { BestForm } from './BestForm.tsx'
import { Sign } from '#islands/seat-map/signs.tsx'

/** What was chosen for the visitor; another choice instead, or none. */
function BestDone({ onClose }: { readonly onClose: () => void }) {
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
        {placesText(
          t,
          seats.map((seat) => ({ seat })),
        ).join('; ')}
      </p>
      {isRefused && phase === 'none' && <p role="alert">{t('seats.best.noOther')}</p>}
      <div className="row">
        <button className="btn quiet" type="button" disabled={phase === 'working'} onClick={() => void others()}>
          {t('seats.best.others')}
        </button>
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

/** Beside the map of a desk. */
export function BestCard({ maxSeats }: { readonly maxSeats: number }) {
  const t = useText()
  return (
    <section className="card stack best-card" aria-labelledby="best-h">
      <h2 className="tray-h" id="best-h">
        {t('seats.best.title')}
      </h2>
      <BestForm maxSeats={maxSeats} by="steps" />
    </section>
  )
}

/** On the map: what was chosen; on a phone the button that opens the question, which on a desk is the keyboard's way to the card. */
export function BestOnMap({ maxSeats }: { readonly maxSeats: number }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [isTold, setTold] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const phase = useStore($bestPhase, { ssr: 'initial' })
  const [shown, setShown] = useState<typeof phase>('idle')
  if (phase !== shown) {
    setShown(phase)
    if (phase === 'taken') setTold(true)
  }
  useEffect(() => {
    if (isOpen) sheet.current?.querySelector<HTMLElement>('input:checked')?.focus({ preventScroll: true })
  }, [isOpen])
  const press = () => {
    const field = document.getElementById('best-quantity')
    if (field?.checkVisibility()) field.focus()
    else setOpen(!isOpen)
  }
  const close = () => {
    setOpen(false)
    opener.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <button ref={opener} className="map-best" type="button" aria-expanded={isOpen} onClick={press}>
        <Sign name="best" />
        {t('seats.best.take')}
      </button>
      {isOpen && (
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- Escape in any of its fields closes it.
        <div
          ref={sheet}
          className="best-sheet hide-d"
          role="group"
          aria-label={t('seats.best.title')}
          onKeyDown={(event) => event.key === 'Escape' && close()}
        >
          <button className="btn icon best-close" type="button" aria-label={t('seats.best.close')} onClick={close}>
            <Sign name="close" />
          </button>
          <BestForm maxSeats={maxSeats} by="numbers" onTaken={close} />
        </div>
      )}
      {isTold && !isOpen && (
        <div className="best-told">
          <BestDone onClose={() => setTold(false)} />
        </div>
      )}
    </>
  )
}
