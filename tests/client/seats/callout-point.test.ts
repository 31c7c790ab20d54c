import { describe, expect, it } from 'vitest'
import { pointOfCallout } from '#islands/seat-map/callout/callout-point.ts'

/** A phone's map of 390 × 640 px, of which the head covers the top and the bar the bottom. */
const ROOM = { width: 390, top: 60, bottom: 480 }
const SIZE = { width: 280, height: 96 }
const PITCH = 24

function stand(x: number, y: number) {
  const point = pointOfCallout(ROOM, { x, y, pitch: PITCH }, SIZE)
  if (!point) throw new Error('It stands nowhere on the map.')
  return { ...point, bottom: point.y + SIZE.height, end: point.x + SIZE.width }
}

/** Everywhere on the map and around it, behind the head and the bar too. */
const SEATS = Array.from({ length: 14 }, (_, column) =>
  Array.from({ length: 22 }, (_x, row) => [column * 32 - 13, row * 40 - 60] as const),
).flat()

describe('The place of a callout on the map', () => {
  it('is wholly seen wherever the seat is: clear of the head, the bar and both sides', () => {
    const hidden = SEATS.filter(([x, y]) => {
      const { x: from, end, y: top, bottom } = stand(x, y)
      return top <= ROOM.top || bottom >= ROOM.bottom || from <= 0 || end >= ROOM.width
    })
    expect(hidden).toEqual([])
  })

  it.each([
    ['just behind the bar', 490],
    ['at the very bottom of the map', 636],
    ['right at the top of the bar', 480],
  ])('of a seat %s is above the bar, and its tail points down to the seat', (_, y) => {
    expect(stand(200, y)).toMatchObject({ side: 'above', tail: SIZE.width / 2 })
    expect(stand(200, y).bottom).toBeLessThan(ROOM.bottom)
  })

  it('never covers a seat that is seen', () => {
    const seen = SEATS.filter(([x, y]) => x > 0 && x < ROOM.width && y > ROOM.top + PITCH && y < ROOM.bottom - PITCH)
    const covering = seen.filter(([x, y]) => {
      const { y: top, bottom } = stand(x, y)
      return top < y + PITCH / 2 && bottom > y - PITCH / 2
    })
    expect(covering).toEqual([])
  })

  it('points to a seat near a side, from within the map', () => {
    expect(stand(6, 300)).toMatchObject({ x: 8, tail: 16 })
    expect(stand(384, 300)).toMatchObject({ end: 382, tail: SIZE.width - 16 })
  })

  it.each([
    ['too little of the map is seen', { ...ROOM, bottom: ROOM.top + 119 }, SIZE],
    ['it is higher than what is seen', { ...ROOM, bottom: ROOM.top + 150 }, { width: 280, height: 140 }],
  ])('is nowhere if %s: it stands above the bar then', (_, room, size) => {
    expect(pointOfCallout(room, { x: 200, y: 100, pitch: PITCH }, size)).toBeUndefined()
  })
})
