import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimSeries } from '#lib/server/seats/claims/series-claims.ts'
import { lock } from '#lib/server/seats/claims/seats.ts'
import { fromHere, seatAt } from '#tests/support/buyers/house.ts'
import { seatOnDates } from './series.ts'

/** One chair on so many dates, and the subscribers who want it: every other one on all dates, the others on one each. */
export interface SeriesRace {
  readonly row: number
  readonly seat: number
  readonly dates: number
  readonly subscribers: number
  /** Every other series is asked for from its last date to its first. */
  readonly isReversed: boolean
  /** A series is locked date by date: what a shop without transactions does. */
  readonly isOneByOne?: boolean
  /** Milliseconds by which single dates are asked for before the series; 0 if omitted. */
  readonly headStart?: number
}

/** What the subscribers of one process were told. */
export interface SeriesTold {
  /** Granted locks, as "presentation-seat holder". */
  readonly promised: readonly string[]
  /** How many series were granted. */
  readonly wholes: number
  readonly refusals: Readonly<Record<string, number>>
}

/** Lets all subscribers ask at once. */
export async function raceForSeries({
  row,
  seat,
  dates,
  subscribers,
  isReversed,
  isOneByOne,
  headStart = 0,
}: SeriesRace): Promise<SeriesTold> {
  const seatId = row * 1000 + seat
  const ids = Array.from({ length: dates }, (_, n) => n + 1)
  const [forwards, backwards] = [await seatOnDates(seatId, ids), await seatOnDates(seatId, ids.toReversed())]
  const slot = seatAt(seat, row)
  const promised: string[] = []
  const refusals: Record<string, number> = {}
  let wholes = 0
  const ask = async (subscriber: number) => {
    const uuid: string = randomUUID()
    const isWhole = subscriber % 2 === 0
    if (isWhole) await sleep(headStart)
    const wanted = isWhole ? ids : [1 + (Math.floor(subscriber / 2) % dates)]
    const one = (id: number) => lock({ ...slot, PresentationId: id }, fromHere(uuid))
    if (isWhole && isOneByOne) for (const id of ids) await one(id)
    const series = isReversed && subscriber % 4 < 2 ? backwards : forwards
    const told = isWhole ? await claimSeries(series, fromHere(uuid)) : await one(wanted[0] ?? 0)
    if (!told.ok) refusals[told.refusal.code] = (refusals[told.refusal.code] ?? 0) + 1
    else promised.push(...wanted.map((id) => `${String(id)}-${String(seatId)} ${uuid}`))
    if (told.ok && isWhole) wholes++
  }
  // All of them have ended when this does, also if one failed: a late lock would stand in the way of the next test.
  const asked = await Promise.allSettled(Array.from({ length: subscribers }, (_, subscriber) => ask(subscriber)))
  const failed = asked.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return { promised, wholes, refusals }
}
