import { useEffect, useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { chooseOnDates } from '#lib/client/enrolment/dates-calls.ts'
import { $hold, loadTimer, resetTimer, timerLead } from '#lib/client/order/timer.ts'
import { $presentation } from '#lib/client/order/order.ts'
import { $granted, $selectedSeats } from '#lib/client/seats/seats.ts'
import type { OpenedDates } from './MembershipSeats.tsx'

/** Close to its end a hold is left to run out, so that the page goes where the timer says. */
const ENDING_SECONDS = 3

/** Brings the map of a membership's dates to life, for as long as its page is shown. */
export function useOpenDates(opened: OpenedDates): void {
  const t = useText()
  const { evenings, hall, path } = opened
  // Before the map asks for its seats: its effects run before those of this component.
  useState(() => {
    chooseOnDates(opened, (dates) => t('enrol.partly', { dates: dates.map((at) => evenings[at]?.date ?? '').join(', ') }))
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
