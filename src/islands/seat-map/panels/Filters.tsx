import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import { Price } from '#islands/ui/price.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $seatFilter } from '#lib/client/seats/choosing.ts'
import { $status } from '#lib/client/seats/seats.ts'
import { maskOf } from '#lib/domain/seating/plan/seat-features.ts'
import { featureChoices, NO_FILTER, type SeatFilter } from '#lib/domain/seating/rules/seat-filter.ts'
import type { Hall } from '#lib/domain/seating/plan/seat-hall.ts'
import { SEAT_FEATURE } from '#lib/domain/seating/plan/seatplan.ts'
import { priceForAnybody, type Groups } from '#islands/seat-map/seat-words.ts'
import { Sign } from '#islands/seat-map/signs.tsx'

interface Props {
  readonly groups: Groups
  readonly hall: Hall | null
  /** Free seats that the filter leaves; null while nothing is filtered. */
  readonly matches: number | null
}

/** Chips by price and by kind of seat, to be combined; a pressed one is released by a second press. */
export function Filters({ groups, hall, matches }: Props) {
  const t = useText()
  const filter = useStore($seatFilter, { ssr: 'initial' })
  const priced = useMemo(() => pricedKinds(hall), [hall])
  // Before the hall is known all that has a price is offered: what nothing is sold under goes.
  const offered = groups.ticketGroups.filter(({ id }) => (hall ? priced.has(id) : priceForAnybody(groups, id) !== null))
  return (
    <>
      <div className="frow">
        {offered.length > 1 && (
          <div className="chips" role="group" aria-label={t('seats.filter')}>
            <Chip isOn={filter.group === null} onPress={() => change({ group: null })}>
              {t('seats.allPrices')}
            </Chip>
            {offered.map(({ id, name }) => {
              const price = priceForAnybody(groups, id)
              return (
                <Chip key={id} group={id} isOn={filter.group === id} onPress={() => change({ group: filter.group === id ? null : id })}>
                  {priced.get(id)?.has(SEAT_FEATURE.isHandicap) && <Sign name="wheelchair" small="sm" />}
                  <span>
                    {priced.get(id)?.has(SEAT_FEATURE.isPremium) && '★ '}
                    <Named>{name}</Named>
                  </span>
                  {price !== null && <Price amount={price} />}
                </Chip>
              )
            })}
          </div>
        )}
        {hall && <Kinds hall={hall} filter={filter} priced={new Set([...priced.values()].flatMap((codes) => [...codes]))} />}
      </div>
      {matches === 0 && (
        <div className="note warn row between wrap-ok">
          <span>{t('seats.noMatch')}</span>
          <button className="btn quiet" type="button" onClick={() => $seatFilter.set(NO_FILTER)}>
            {t('seats.clearFilter')}
          </button>
        </div>
      )}
    </>
  )
}

/** Kinds of seat; one that is a price of its own is among the prices already. */
function Kinds({ hall, filter, priced }: { readonly hall: Hall; readonly filter: SeatFilter; readonly priced: ReadonlySet<number> }) {
  const t = useText()
  const states = useStore($status)?.states
  if (!states) return null
  const { kinds, limited } = featureChoices(hall, states, filter.group)
  const shown = kinds.filter(({ codes }) => !codes.some((code) => priced.has(code)))
  const hasClearView = filter.isClearView || (limited > 0 && !priced.has(SEAT_FEATURE.isLimitedView))
  if (shown.length === 0 && !hasClearView) return null
  return (
    <div className="chips" role="group" aria-label={t('seats.filterKind')}>
      {shown.map(({ codes, free }) => {
        const isOn = codes.every((code) => filter.features.includes(code))
        const rest = filter.features.filter((code) => !codes.includes(code))
        const isAccess = codes.includes(SEAT_FEATURE.isHandicap)
        return (
          <Chip key={codes.join()} isOn={isOn} onPress={() => change({ features: isOn ? rest : [...rest, ...codes] })}>
            {isAccess && <Sign name="wheelchair" small="sm" />}
            {t(isAccess ? 'seats.kind.accessible' : `seats.feature.${String(codes[0])}`)}
            <span className="cnt">{free}</span>
          </Chip>
        )
      })}
      {hasClearView && (
        <Chip isOn={filter.isClearView} onPress={() => change({ isClearView: !filter.isClearView })}>
          {t('seats.kind.clearView')}
        </Chip>
      )}
    </div>
  )
}

interface ChipProps {
  /** The ticket group, whose colour in the plan's file it shows. */
  readonly group?: number
  readonly isOn: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Chip({ group, isOn, onPress, children }: ChipProps) {
  return (
    <button className="chip" type="button" data-group={group} aria-pressed={isOn} onClick={onPress}>
      {children}
    </button>
  )
}

function change(part: Partial<SeatFilter>): void {
  $seatFilter.set({ ...$seatFilter.get(), ...part })
}

/** The kinds of seat that have a price of their own in many halls, as features and as their bits. */
const KINDS = [[SEAT_FEATURE.isHandicap, SEAT_FEATURE.isCompanion], [SEAT_FEATURE.isPremium], [SEAT_FEATURE.isLimitedView]].map(
  (codes) => [codes, maskOf(codes)] as const,
)

/** The groups that seats are sold under, and those of these features that most seats of the group have. */
function pricedKinds(hall: Hall | null): ReadonlyMap<number, ReadonlySet<number>> {
  const counts = new Map<number, number[]>()
  $status.get()?.states.ticketGroup.forEach((group, seat) => {
    const count = counts.get(group) ?? [0, ...KINDS.map(() => 0)]
    counts.set(group, count)
    const mask = hall?.features[seat] ?? 0
    count[0] = (count[0] ?? 0) + 1
    if (mask !== 0) KINDS.forEach(([, bits], at) => (count[at + 1] = (count[at + 1] ?? 0) + (mask & bits ? 1 : 0)))
  })
  const mostOf = ([all = 0, ...some]: readonly number[]) =>
    KINDS.filter((_kind, at) => (some[at] ?? 0) * 2 > all).flatMap(([codes]) => codes)
  return new Map([...counts].map(([id, count]) => [id, new Set(mostOf(count))]))
}
