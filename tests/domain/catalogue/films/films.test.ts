import { describe, expect, test } from 'vitest'
import { filmSaleState, isLive, playUntil, type Film } from '#lib/domain/catalogue/films/films.ts'
import { DAY_MS } from '#lib/domain/time/durations.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const FILM: Film = {
  ...{ id: 1, featureId: 1, venueId: 1, venueTypeId: 101, businessId: 1, authProfileId: 1, price: 3_500, serviceCharge: 0 },
  ...{ isCancelled: false, saleOpensAt: null, saleClosesAt: null, startsAt: null, hours: 48, days: 30, devices: 2, capacity: null },
  ...{ media: 'film', seconds: 5_400, chapters: [], subtitles: [], sounds: [], cancellation: null },
}
const saleOf = (more: Partial<Film>) => filmSaleState({ ...FILM, ...more }, NOW)

test.each([
  [101, false],
  [103, false],
  [104, true],
])('venue type %i is a live stream: %s', (venueTypeId, is) => {
  expect(isLive({ venueTypeId })).toBe(is)
})

describe('a ticket may be played first', () => {
  test('within its days after the purchase', () => {
    expect(playUntil({ startsAt: null, days: 30 }, NOW)).toBe(NOW + 30 * DAY_MS)
  })

  test('within its days after the start of a stream, if that is later', () => {
    expect(playUntil({ startsAt: NOW + DAY_MS, days: 2 }, NOW)).toBe(NOW + 3 * DAY_MS)
    expect(playUntil({ startsAt: NOW - DAY_MS, days: 2 }, NOW)).toBe(NOW + 2 * DAY_MS)
  })
})

describe('a film', () => {
  test.each<[string, Partial<Film>, string]>([
    ['is sold', {}, 'open'],
    ['is sold from the moment at which its sale opens', { saleOpensAt: NOW }, 'open'],
    ['is not sold before', { saleOpensAt: NOW + 1 }, 'notOpen'],
    ['is sold until its sale closes', { saleClosesAt: NOW + 1 }, 'open'],
    ['is not sold from that moment on', { saleClosesAt: NOW }, 'closed'],
    ['that is cancelled is not sold, whatever else', { isCancelled: true, saleOpensAt: NOW + 1 }, 'cancelled'],
    ['that is streamed is sold before its start', { startsAt: NOW + DAY_MS, days: 2 }, 'open'],
    ['that is streamed is sold on its days', { startsAt: NOW - 2 * DAY_MS + 1, days: 2 }, 'open'],
    ['that is streamed is not sold after them', { startsAt: NOW - 2 * DAY_MS, days: 2 }, 'closed'],
    [
      'that is streamed is not sold after its sale has closed, though its days run',
      { startsAt: NOW, days: 2, saleClosesAt: NOW },
      'closed',
    ],
  ])('%s', (_what, more, state) => {
    expect(saleOf(more)).toBe(state)
  })
})
