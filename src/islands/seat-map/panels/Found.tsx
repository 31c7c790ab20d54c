import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $bestPhase, $plan, $status, takeBest } from '#lib/client/seats/seats.ts'
import { hasFeature } from '#lib/domain/seating/plan/seat-features.ts'
import type { SeatFilter } from '#lib/domain/seating/rules/seat-filter.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { isFree } from '#lib/domain/seating/rules/seat-states.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { showBest } from './best-choice.ts'
import type { Groups } from '#islands/seat-map/seat-words.ts'
import { Sign } from '#islands/seat-map/signs.tsx'

interface Props {
  readonly groups: Groups
  /** Free seats that the filter leaves; null while nothing is filtered. */
  readonly matches: number | null
}

/** How many seats the filter leaves: of a price alone by its name. Whoever comes with a wheelchair and a companion takes both places in one press. */
export function Found({ groups, matches }: Props) {
  const t = useText()
  const filter = useStore($seatFilter, { ssr: 'initial' })
  const hall = useStore($plan, { ssr: 'initial' })
  const isPair = hall !== null && matches !== null && hasPair(hall, filter)
  const name = isPair ? undefined : nameOf(groups, filter)
  const key = name === undefined ? 'matches' : /^\p{Script=Hebrew}/u.test(name) ? 'matchesIn' : 'matchesInForeign'
  return (
    <div className="found" hidden={!matches}>
      <span role="status">
        {matches !== null && matches > 0 && <Named>{t(`seats.${key}`, { count: matches, group: name ?? '' })}</Named>}
      </span>
      {isPair && <PairButton filter={filter} />}
    </div>
  )
}

/** The name of the price that is looked for, where nothing else is. */
function nameOf({ ticketGroups }: Groups, { group, features, isClearView }: SeatFilter): string | undefined {
  return features.length > 0 || isClearView ? undefined : ticketGroups.find(({ id }) => id === group)?.name
}

/** Whether the seats that the filter leaves are places for wheelchairs and companions, some of each. */
function hasPair(hall: Hall, { group, features }: SeatFilter): boolean {
  const states = $status.get()?.states
  const { isHandicap, isCompanion } = SEAT_FEATURE
  if (!states || (group === null && !features.includes(isHandicap))) return false
  const found = new Set<number>()
  for (let seat = 0; seat < hall.count; seat++) {
    if (!isFree(states, seat) || (group !== null && states.ticketGroup[seat] !== group)) continue
    const code = [isHandicap, isCompanion].find((one) => hasFeature(hall, seat, one))
    // A price that has other seats too is no question of access.
    if (code === undefined && features.length === 0) return false
    if (code !== undefined) found.add(code)
  }
  return found.size === 2
}

function PairButton({ filter: { group } }: { readonly filter: SeatFilter }) {
  const t = useText()
  const isBusy = useStore($bestPhase) === 'working'
  const take = async () => {
    const isTaken = await takeBest({ quantity: 2, isTogether: true, isAccessible: true, ...(group !== null && { ticketGroupId: group }) })
    if (isTaken) showBest()
  }
  return (
    <Press className="btn quiet" isOff={isBusy} onClick={() => void take()}>
      <Sign name="wheelchair" small="sm" />
      {t(isBusy ? 'common.working' : 'seats.pair')}
    </Press>
  )
}
