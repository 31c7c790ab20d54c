import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $plan, $status } from '#lib/client/seats/seats.ts'
import { featuresOf } from '#lib/domain/seating/plan/seat-features.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import type { Bars } from '#lib/domain/seating/rules/seat-rules.ts'
import { lookOf } from './core/looks.ts'
import { $drawnMap, $moved, $pointed } from './drawn-map.ts'
import { placeOfSeat, priceOfGroup, wholeText, type Groups } from './seat-words.ts'
import { stateOf } from './spoken-seat.ts'
import { SeatSign } from './seat-signs.tsx'

interface Props {
  readonly groups: Groups
  readonly bars: Bars
}

/** What the seat is that the pointer or the keyboard rests on: where, what one sees from there, in which state it is at this moment. The grid says it aloud. */
export function SeatTip(props: Props) {
  const seat = useStore($pointed)
  const hall = useStore($plan)
  useEffect(() => {
    const hide = (event: KeyboardEvent) => event.key === 'Escape' && $pointed.set(-1)
    document.addEventListener('keydown', hide)
    return () => document.removeEventListener('keydown', hide)
  }, [])
  return seat < 0 || !hall ? null : <Tip {...props} seat={seat} hall={hall} />
}

function Tip({ groups, bars, seat, hall }: Props & { readonly seat: number; readonly hall: Hall }) {
  const t = useText()
  const states = useStore($status)?.states
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const follow = () => box.current && stand(box.current, seat)
    follow()
    return $moved.listen(follow)
  })
  if (!states) return null
  const look = lookOf({ hall, states }, seat, bars)
  const section = hall.sections[hall.section[seat] ?? 0]
  const price = priceOfGroup(groups, states.ticketGroup[seat] ?? 0)
  const features = featuresOf(hall, seat).map((code) => t(`seats.feature.${String(code)}`))
  const words = [stateOf(t, hall, { seat, look }), wholeText(t, hall, seat), ...features].filter(Boolean)
  return (
    <div ref={box} className="seat-tip" aria-hidden="true">
      {groups.hasSectionViews && section && <View key={section.id} presentationId={groups.id} sectionId={section.id} />}
      <span className="seat-tip-words">
        <b>{placeOfSeat(t, hall, seat)}</b>
        <span>{section && <Named>{section.name}</Named>}</span>
        <span className="seat-tip-state">
          <SeatSign look={look} />
          {words.join(' · ')}
        </span>
        {price !== null && <Price amount={price} />}
      </span>
    </div>
  )
}

/** What one sees from the section; a picture that does not come leaves no gap. */
function View({ presentationId, sectionId }: { readonly presentationId: number; readonly sectionId: number }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return null
  const source = `/api/presentations/${String(presentationId)}/view/${String(sectionId)}`
  return <img src={source} width={1200} height={750} alt="" onError={() => setMissing(true)} />
}

/** In seat pitches: so far around a seat its neighbours stay uncovered. */
const CLEAR = 1.7
const EDGE = 8

/** Above its seat, or below it, or beside it, within the map and clear of the seats around. */
function stand(tip: HTMLElement, seat: number): void {
  const map = $drawnMap.get()
  const shell = tip.parentElement
  if (!map || !shell) return
  const { x, y, pitch } = map.at(seat)
  const { offsetWidth: width, offsetHeight: height } = tip
  const far = Math.max(18, pitch * CLEAR)
  const within = (wish: number, most: number) => Math.max(EDGE, Math.min(most - EDGE, wish))
  const [left, top] = [within(x - width / 2, shell.clientWidth - width), within(y - height / 2, shell.clientHeight - height)]
  const isAbove = y - far - height >= EDGE
  const isBelow = y + far + height <= shell.clientHeight - EDGE
  if (isAbove || isBelow) tip.style.translate = `${String(left)}px ${String(isAbove ? y - far - height : y + far)}px`
  else tip.style.translate = `${String(x - far - width >= EDGE ? x - far - width : x + far)}px ${String(top)}px`
}
