import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#islands/seat-map/lazy-part.ts'
import { useText } from '#islands/ui/text.tsx'
import { $bestPhase } from '#lib/client/seats/seats.ts'
import { BestForm } from './BestForm.tsx'
import { Sign } from '#islands/seat-map/signs.tsx'

const BestDone = lazyPart(() => import('./BestDone.tsx'), 'BestDone')

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

/** Above the list of a phone where there is no map for its button. */
export function BestAbove({ maxSeats, isListOnly }: { readonly maxSeats: number; readonly isListOnly?: boolean | undefined }) {
  const t = useText()
  if (!isListOnly) return null
  return (
    <section className="card stack hide-d best-above" aria-label={t('seats.best.title')}>
      <h2 className="tray-h">{t('seats.best.title')}</h2>
      <BestForm maxSeats={maxSeats} by="numbers" />
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
          <Suspense>
            <BestDone onClose={() => setTold(false)} />
          </Suspense>
        </div>
      )}
    </>
  )
}
