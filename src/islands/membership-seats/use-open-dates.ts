import { useEffect, useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { chooseOnDates, type DatesAsked } from '#lib/client/enrolment/dates-calls.ts'
import { $hold, loadTimer, resetTimer, timerLead } from '#lib/client/order/timer.ts'
import { $presentation } from '#lib/client/order/order.ts'
import { $granted, $selectedSeats } from '#lib/client/seats/seats.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'

/** Close to its end a hold is left to run out, so that the page goes where the timer says. */
const ENDING_SECONDS = 3

/** What the step was opened with by the server. */
export interface OpenedDates extends DatesAsked {
  /** The hall, sold at the membership's prices. */
  readonly hall: PresentationAnswer
  /** What the seats are for, in order: the price's id, its name, and whose it is. */
  readonly holders: readonly { readonly priceId: number; readonly text: string }[]
  /** Whether the visitor holds seats on these dates already. */
  readonly hasSeats: boolean
  /** Whether fewer seats will do. */
  readonly isUpTo: boolean
  /** The evenings, written out by the server, in the order of the call. */
  readonly evenings: readonly { readonly date: string; readonly name: string }[]
  /** The words of the button that goes on. */
  readonly next: string
  /** Where one comes back to when the time is over. */
  readonly path: string
}

/** Brings the map of a membership's dates to life, for as long as its page is shown. */
export function useOpenDates(opened: OpenedDates): void {
  const t = useText()
  const { evenings, hall, path } = opened
  // Before the map asks for its seats: its effects run before those of this component.
  useState(() => {
    chooseOnDates(opened, (dates) =>
      dates[0] === undefined ? '' : t('enrol.partly', { dates: dates.map((at) => evenings[at]?.date).join(', ') }),
    )
  })
  useEffect(() => {
    timerLead.path = path
    $presentation.set(hall)
    return followHold(hall.id)
  }, [hall, path])
}

/** The countdown begins with the first seat and ends with the last; all dates of a seat end together. */
function followHold(presentationId: number): () => void {
  let held = 0
  const stops = [
    $selectedSeats.subscribe((seats) => {
      const before = held
      held = seats.length
      if (held > 0 && before === 0) void loadTimer(presentationId)
      if (held === 0 && before > 0 && ($hold.get()?.secondsLeft ?? Infinity) > ENDING_SECONDS) resetTimer()
    }),
    $granted.listen(() => {
      if (held > 0 && ($hold.get() === null || held === 1)) void loadTimer(presentationId)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}
