import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, type Showing } from '#lib/domain/catalogue/calendar/calendar.ts'
import { comingOf, comingRange, listDays, nextFrom, rangeOfDate, startedSince } from '#lib/domain/catalogue/calendar/in-order.ts'
import { BlockList } from '#lib/domain/catalogue/lists/block-list.ts'
import { addDays } from '#lib/domain/time/days.ts'
import { byStart, plainShowing } from '../catalogue-fixtures.ts'

const FIRST = '2026-11-20'

/** Showings of nine days of which some have none, of five features, timed and untimed, in order. */
const programme: fc.Arbitrary<readonly Showing[]> = fc
  .array(fc.record({ day: fc.nat(8), hour: fc.nat(23), feature: fc.integer({ min: 1, max: 5 }), isUntimed: fc.boolean() }), {
    maxLength: 60,
  })
  .map((told) =>
    byStart(
      told.map(({ day, hour, feature, isUntimed }, at) => {
        const date = addDays(FIRST, day)
        const one = plainShowing(date, at + 1)
        const startsAt = Date.parse(`${date}T${String(isUntimed ? 0 : hour).padStart(2, '0')}:00:00Z`)
        return { ...one, isUntimed, presentation: { ...one.presentation, startsAt }, feature: { ...one.feature, id: feature } }
      }),
    ),
  )

describe('showings in the order of their start', () => {
  it('those that are coming are the ones that looking at each finds', () => {
    fc.assert(
      fc.property(programme, fc.nat(8), fc.nat(24), (showings, day, hour) => {
        const today = addDays(FIRST, day)
        const now = Date.parse(`${today}T00:00:00Z`) + hour * 3_600_000 - 1
        const wanted = showings.filter(({ isUntimed, date, presentation }) => (isUntimed ? date >= today : presentation.startsAt > now))
        expect([...comingOf(BlockList.of(showings), comingRange(showings, now, today))]).toEqual(wanted)
        expect(nextFrom(showings, now, today)).toBe(wanted[0])
      }),
    )
  })

  it('those that start after a moment are the ones that looking at each finds', () => {
    fc.assert(
      fc.property(programme, fc.nat(8), fc.nat(24), (showings, day, hour) => {
        const since = Date.parse(`${addDays(FIRST, day)}T00:00:00Z`) + hour * 3_600_000
        expect(startedSince(showings, since)).toEqual(showings.filter(({ presentation }) => presentation.startsAt > since))
      }),
    )
  })

  it('those of a day are the ones that looking at each finds', () => {
    fc.assert(
      fc.property(programme, fc.nat(9), (showings, day) => {
        const date = addDays(FIRST, day)
        expect(showings.slice(...rangeOfDate(showings, date))).toEqual(showings.filter((one) => one.date === date))
      }),
    )
  })

  it('the days that are listed, and how many come next, are those of all days made at once', () => {
    fc.assert(
      fc.property(
        programme,
        fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined }),
        fc.integer({ min: 1, max: 12 }),
        (showings, wanted, enough) => {
          const all = [...Map.groupBy(showings, ({ date }) => date)].map(([date, ofDay]) => dayOf(date, ofDay))
          const count = (after: number) => {
            let [days, rows] = [after, 0]
            while (days < all.length && rows < enough) rows += all[days++]?.rows.length ?? 0
            return days
          }
          const shown = wanted ?? count(0)
          expect(listDays(showings, wanted, enough)).toEqual({
            days: all.slice(0, shown),
            nextDays: all.length > shown ? count(shown) : undefined,
          })
        },
      ),
    )
  })

  it('days that are not asked for are not made', () => {
    const looked = new Set<string>()
    const showings = Array.from({ length: 400 }, (_day, at) => {
      const one = plainShowing(addDays(FIRST, at), at + 1)
      return { ...one, get feature() { looked.add(one.date); return one.feature } } // prettier-ignore
    })
    listDays(showings, undefined, 3)
    expect(looked.size).toBeLessThan(8)
  })
})
