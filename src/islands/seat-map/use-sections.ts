import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { $openSection, $seatFilter } from '#lib/client/seats/choosing.ts'
import { pressEarlyTaps } from '#lib/client/seats/early-taps.ts'
import { $places, $plan, $status, groupOfPlaces, loadSeats, watchSeats } from '#lib/client/seats/seats.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { countMatches, isFiltering } from '#lib/domain/seating/rules/seat-filter.ts'
import { hasManySections, orderSections, type SectionSort } from '#lib/domain/seating/rules/section-order.ts'
import { summarizeSections } from '#lib/domain/seating/rules/seat-sections.ts'
import { priceForAnybody } from './seat-words.ts'

/** Loads the seats of a presentation and keeps them fresh. @returns what loads them once more */
export function useLoadedSeats(presentation: PresentationAnswer): () => void {
  const load = () => void loadSeats(presentation, presentation.ticketGroups)
  useEffect(() => void loadSeats(presentation, presentation.ticketGroups), [presentation])
  useEffect(() => watchSeats(), [])
  useEffect(pressEarlyTaps, [])
  return load
}

export type Sections = ReturnType<typeof useSections>

/** The hall by its sections as they are now: what is free, what it costs, and what the filter leaves. */
export function useSections(presentation: PresentationAnswer) {
  const hall = useStore($plan, { ssr: 'initial' })
  const status = useStore($status, { ssr: 'initial' })
  const places = useStore($places, { ssr: 'initial' })
  const filter = useStore($seatFilter, { ssr: 'initial' })
  const [sort, setSort] = useState<SectionSort>('near')
  useEffect(() => $openSection.set(null), [hall])
  const summaries = useMemo(() => {
    if (!hall || !status) return []
    return summarizeSections({ hall, states: status.states }, places, {
      priceOf: (id) => priceForAnybody(presentation, id),
      groupOfPlaces,
    })
  }, [hall, status, places, presentation])
  const matches = useMemo(
    () => (hall && status && isFiltering(filter) ? countMatches(hall, status.states, filter) : null),
    [hall, status, filter],
  )
  const isBig = hall !== null && hasManySections(hall)
  return {
    hall,
    isBig,
    /** In the order of the hall. */
    summaries,
    /** In the order in which they are listed. */
    ordered: hall && isBig ? orderSections(hall, summaries, sort) : summaries,
    /** By section: free seats that the filter leaves; null while nothing is filtered. */
    matches,
    /** The sum of these. */
    found: matches && matches.reduce((sum, free) => sum + free, 0),
    sort,
    setSort,
  }
}
