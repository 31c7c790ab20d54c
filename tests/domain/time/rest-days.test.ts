import { describe, expect, test } from 'vitest'
import { isRestDay, lastDayBefore, startOfDay } from '#lib/domain/time/rest-days.ts'
import { addDays, dayOf } from '#lib/domain/time/days.ts'

/** Holidays of published calendars, without those on a Saturday, which is a rest day anyway. */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  2022: ['04-22', '05-05', '06-05', '09-26', '09-27', '10-05', '10-10', '10-17'],
  2024: ['04-23', '04-29', '05-14', '06-12', '10-03', '10-04', '10-17', '10-24'],
  2025: ['04-13', '05-01', '06-02', '09-23', '09-24', '10-02', '10-07', '10-14'],
  2026: ['04-02', '04-08', '04-22', '05-22', '09-13', '09-21'],
  2027: ['04-22', '04-28', '05-12', '06-11', '10-03', '10-11'],
}

function daysOf(year: number): string[] {
  return Array.from({ length: 366 }, (_, at) => addDays(`${String(year)}-01-01`, at)).filter((day) => day.startsWith(String(year)))
}

function isSaturday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 6
}

describe('days of rest', () => {
  test.each(Object.entries(PUBLISHED))('of %s are its Saturdays and the holidays of the published calendar only', (year, holidays) => {
    const found = daysOf(Number(year)).filter((day) => isRestDay(day) && !isSaturday(day))
    expect(found).toEqual(holidays.map((day) => `${year}-${day}`))
    expect(daysOf(Number(year)).filter(isSaturday).every(isRestDay)).toBe(true)
  })

  test('move Independence Day from Friday and Saturday to Thursday, and from Monday to Tuesday', () => {
    // 5 Iyar: Saturday in 2021, Friday in 2022, Monday in 2024, Wednesday in 2023.
    expect(['2021-04-15', '2022-05-05', '2024-05-14', '2023-04-26'].map(isRestDay)).toEqual([true, true, true, true])
    expect(['2021-04-16', '2022-05-06', '2024-05-13', '2023-04-25'].map(isRestDay)).toEqual([false, false, false, false])
  })

  test('have exactly one Independence Day a year, between 3 and 6 Iyar', () => {
    const hebrew = new Intl.DateTimeFormat('en-u-ca-hebrew', { timeZone: 'UTC', month: 'long' })
    for (let year = 2000; year < 2100; year += 1) {
      const iyar = daysOf(year).filter((day) => hebrew.format(new Date(day)) === 'Iyar')
      const found = iyar.filter((day) => isRestDay(day) && !isSaturday(day))
      expect(found, String(year)).toHaveLength(1)
      expect([2, 3, 4], String(year)).toContain(new Date(found[0] ?? '').getUTCDay())
    }
  })

  test('leave the middle days of Pesach and Sukkot, Purim and Hanukka as working days', () => {
    expect(['2026-04-05', '2025-10-09', '2025-03-14', '2025-12-15'].some(isRestDay)).toBe(false)
  })
})

describe('days before a presentation', () => {
  test('skip rest days: seven before Thursday 22 October 2026 is Wednesday the 14th, and much earlier before the holidays of Tishri', () => {
    expect(lastDayBefore('2026-10-22', 7, false)).toBe('2026-10-14')
    expect(lastDayBefore('2026-10-22', 7, true)).toBe('2026-10-15')
    // On the way back are Shemini Atzeret, a Saturday and the first day of Sukkot.
    expect(lastDayBefore('2025-10-15', 7, false)).toBe('2025-10-05')
  })

  test('count the same from the computed day to the presentation, and one less from the next day', () => {
    for (let at = 0; at < 800; at += 1) {
      const show = addDays('2025-08-01', at)
      const days = at % 12
      const last = lastDayBefore(show, days, false)
      const between = (from: string) => {
        let counted = 0
        for (let day = from; day < show; day = addDays(day, 1)) if (!isRestDay(day)) counted += 1
        return counted
      }
      expect(between(last)).toBe(days)
      if (days > 0) expect(between(addDays(last, 1))).toBe(days - 1)
    }
  })
})

test('starts a day at midnight in Jerusalem, also across clock changes', () => {
  for (let day = '2025-01-01'; day < '2027-12-31'; day = addDays(day, 1)) {
    const start = startOfDay(day)
    expect([dayOf(start - 1), dayOf(start)]).toEqual([addDays(day, -1), day])
  }
})
