import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { CountSelect } from '#islands/ui/CountSelect.tsx'
import { Press } from '#islands/ui/Press.tsx'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $presentation } from '#lib/client/order/order.ts'
import { $places, $selectedSeats, addPlace, removePlace, setPlaces } from '#lib/client/seats/seats.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { HallSection } from '#lib/domain/seating/plan/seat-hall.ts'
import { Sign } from './signs.tsx'

interface Props {
  readonly section: HallSection
  readonly price: Agorot | null
}

/** How many places of a general-admission section: never more than are free. If there is no other section, usual numbers take one press. */
export function PlaceStepper({ section: { id, name }, price }: Props) {
  const t = useText()
  const free = useStore($places)[id]?.free ?? 0
  const selected = useStore($selectedSeats)
  const maxSeats = (useStore($presentation)?.maxSeats ?? 0) || Infinity
  const count = selected.filter((seat) => seat.x === null && seat.sectionId === id).length
  const most = count + Math.min(free, maxSeats - selected.length)
  return (
    <div className="ga-place" role="group" aria-label={name}>
      <b>
        <Named>{name}</Named>
      </b>
      <span className="meta">{free + count === 0 ? t('seats.soldOut') : t('seats.freeTickets', { count: free })}</span>
      {price !== null && <Price amount={price} />}
      <span className="stepper">
        <Press aria-label={t('seats.less', { section: name })} isOff={count === 0} onClick={() => void removePlace(id)}>
          <Sign name="minus" />
        </Press>
        <CountSelect
          label={t('seats.howMany', { section: name })}
          count={count}
          least={0}
          most={most}
          onCount={(next) => setPlaces(id, next)}
        />
        <span className="vh" aria-live="polite">
          {count}
        </span>
        <Press aria-label={t('seats.more', { section: name })} isOff={free === 0} onClick={() => void addPlace(id)}>
          <Sign name="plus" />
        </Press>
      </span>
      <span role="group" aria-label={t('seats.howMany', { section: name })}>
        {[1, 2, 3, 4, 5, 6, 7, 8].map(
          (one) =>
            one <= most && (
              <button key={one} type="button" className="chip" aria-pressed={one === count} onClick={() => setPlaces(id, one)}>
                {one}
              </button>
            ),
        )}
      </span>
    </div>
  )
}
