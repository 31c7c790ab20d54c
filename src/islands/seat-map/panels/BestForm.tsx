import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useId, useState, type SubmitEvent } from 'react'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $bestWish, $openSection, $seatFilter, recallWish, wishFor } from '#lib/client/seats/choosing.ts'
import { $bestPhase, $plan, takeBest } from '#lib/client/seats/seats.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { showBest } from './best-choice.ts'
import { fetchSoon, lazyPart } from '#islands/seat-map/lazy-part.ts'
import { Sign } from '#islands/seat-map/signs.tsx'
import type { Ask } from './NoneLeft.tsx'

const loadNoneLeft = () => import('./NoneLeft.tsx')
const NoneLeft = lazyPart(loadNoneLeft, 'NoneLeft')

/** So many buttons stand in one line of a phone; who wants more asks twice. */
const MOST_AT_ONCE = 10

interface FormProps {
  /** The presentation's seat limit; 0: none. */
  readonly maxSeats: number
  /** How the count is given: number by number where a thumb presses, step by step beside the map. */
  readonly by: 'numbers' | 'steps'
  readonly onTaken?: () => void
}

/** Asks for the best seats that are free, within the chosen price and, where one is open, the section. */
export function BestForm({ maxSeats, by, onTaken }: FormProps) {
  const t = useText()
  const wish = useStore($bestWish, { ssr: 'initial' })
  const phase = useStore($bestPhase, { ssr: 'initial' })
  const open = useStore($openSection, { ssr: 'initial' })
  const hall = useStore($plan, { ssr: 'initial' })
  const [isOnlyHere, setOnlyHere] = useState(true)
  const [isRefused, setRefused] = useState(false)
  const section = open === null ? undefined : hall?.sections[open]
  const most = Math.min(maxSeats || MOST_AT_ONCE, MOST_AT_ONCE)
  const quantity = Math.min(wish.quantity, most)
  useEffect(recallWish, [])
  // What tells of a lost connection must be here before it is lost.
  useEffect(() => fetchSoon(loadNoneLeft), [])

  const take = async (change: Partial<Ask> = {}) => {
    const ask = {
      quantity,
      isTogether: wish.isTogether,
      group: $seatFilter.get().group,
      isAccessible: $seatFilter.get().features.includes(SEAT_FEATURE.isHandicap),
      isOnlyHere: isOnlyHere && section?.isReserved === true,
      ...change,
    }
    wishFor({ quantity: ask.quantity, isTogether: ask.isTogether })
    if (ask.group === null && $seatFilter.get().group !== null) $seatFilter.set({ ...$seatFilter.get(), group: null })
    setOnlyHere(ask.isOnlyHere || section === undefined)
    const isTaken = await takeFor(ask, section?.id)
    setRefused(!isTaken)
    if (!isTaken) return
    onTaken?.()
    showBest()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void take()
  }
  return (
    <form noValidate className="best" onSubmit={submit} aria-busy={phase === 'working'}>
      <div className="row between">
        <span className="sub" id={`best-count-${by}`}>
          {t('seats.best.count')}
        </span>
        {by === 'steps' && <Steps quantity={quantity} most={most} />}
      </div>
      {by === 'numbers' && <Numbers quantity={quantity} most={most} />}
      <Together isTogether={wish.isTogether} />
      {section?.isReserved && <OnlyHere section={section.name} isOn={isOnlyHere} onChange={setOnlyHere} />}
      {isRefused && phase === 'none' && (
        <Suspense>
          <NoneLeft quantity={quantity} isTogether={wish.isTogether} isHere={isOnlyHere && section !== undefined} onTake={take} />
        </Suspense>
      )}
      <Press className={onTaken ? 'btn primary' : 'btn ghost'} type="submit" isOff={phase === 'working'}>
        {t(phase === 'working' ? 'common.working' : 'seats.best.take')}
      </Press>
    </form>
  )
}

function Together({ isTogether: chosen }: { readonly isTogether: boolean }) {
  const t = useText()
  return (
    <div className="seg" role="group" aria-label={t('seats.best.how')}>
      {([true, false] as const).map((isTogether) => (
        <button key={String(isTogether)} type="button" aria-pressed={chosen === isTogether} onClick={() => wishFor({ isTogether })}>
          {t(isTogether ? 'seats.best.together' : 'seats.best.any')}
        </button>
      ))}
    </div>
  )
}

function takeFor({ quantity, isTogether, group, isAccessible, isOnlyHere }: Ask, sectionId: number | undefined): Promise<boolean> {
  return takeBest({
    quantity,
    isTogether,
    isAccessible,
    ...(group !== null && { ticketGroupId: group }),
    ...(isOnlyHere && sectionId !== undefined && { sectionId }),
  })
}

function Numbers({ quantity, most }: { readonly quantity: number; readonly most: number }) {
  const name = useId()
  return (
    <div className="numbers" role="radiogroup" aria-labelledby="best-count-numbers">
      {Array.from({ length: most }, (_none, at) => at + 1).map((count) => (
        <label key={count}>
          <input type="radio" name={name} checked={count === quantity} onChange={() => wishFor({ quantity: count })} />
          <span>{count}</span>
        </label>
      ))}
    </div>
  )
}

function Steps({ quantity, most }: { readonly quantity: number; readonly most: number }) {
  const t = useText()
  const set = (count: number) => wishFor({ quantity: Math.max(1, Math.min(most, count)) })
  return (
    <span className="stepper">
      <Press aria-label={t('seats.best.fewer')} isOff={quantity <= 1} onClick={() => set(quantity - 1)}>
        <Sign name="minus" />
      </Press>
      <input
        id="best-quantity"
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        value={quantity}
        aria-labelledby="best-count-steps"
        onFocus={(event) => event.target.select()}
        onChange={(event) => event.target.value !== '' && set(Number(event.target.value) || 1)}
      />
      <Press aria-label={t('seats.best.more')} isOff={quantity >= most} onClick={() => set(quantity + 1)}>
        <Sign name="plus" />
      </Press>
    </span>
  )
}

interface OnlyHereProps {
  readonly section: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Whether the seats have to be in the section that is open on the map. */
function OnlyHere({ section, isOn, onChange }: OnlyHereProps) {
  const t = useText()
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      <span>
        <Named>{t('seats.best.onlyHere', { section })}</Named>
      </span>
    </label>
  )
}
