import { emptyFrame, fillBox, fillCircle, mix, stroke, type Frame } from './frame.ts'

/** "תשע דקות לחצות": a lift climbs seven floors at night while the clock of the house runs to midnight. */

export const NINE_MINUTES = 80
const FLOORS = 7
const FLOOR_HEIGHT = 110
const NIGHT = 0x14172b
const HOUSE = 0x2a2f4f
const LAMP = 0xffc04d
const SHAFT = { x: 290, width: 60 } as const

/** The dots of the clock's digits, three in a row, five rows. */
const DIGITS: Readonly<Record<string, readonly number[]>> = {
  0: [7, 5, 5, 5, 7],
  1: [2, 6, 2, 2, 7],
  2: [7, 1, 7, 4, 7],
  3: [7, 1, 7, 1, 7],
  4: [5, 5, 7, 1, 1],
  5: [7, 4, 7, 1, 7],
  6: [7, 4, 7, 5, 7],
  7: [7, 1, 1, 2, 2],
  8: [7, 5, 7, 5, 7],
  9: [7, 5, 7, 1, 7],
  ':': [0, 2, 0, 2, 0],
}

/** The picture at a second of the film. */
export function drawNineMinutes(second: number): Frame {
  const frame = emptyFrame()
  const lift = liftAt(second)
  fillBox(frame, { x: 0, y: 0, width: frame.width, height: frame.height }, NIGHT)
  fillCircle(frame, { x: 90, y: 70 + lift * 6, radius: 26 }, mix(NIGHT, 0xf4ead2, 0.9))
  fillCircle(frame, { x: 101, y: 64 + lift * 6, radius: 23 }, NIGHT)
  fillBox(frame, { x: 170, y: 0, width: 300, height: frame.height }, HOUSE)
  for (let floor = 0; floor < FLOORS; floor += 1) drawFloor(frame, floor, { second, y: 235 + (lift - floor) * FLOOR_HEIGHT })
  drawLift(frame, second)
  drawClock(frame, second)
  return frame
}

/** The floor where the lift is, with a halt on each. */
function liftAt(second: number): number {
  const ride = Math.max(0, second - 6) / 11
  const going = Math.min(1, (ride % 1) * 2)
  return Math.min(FLOORS - 1, Math.floor(ride) + going * going * (3 - 2 * going))
}

function drawFloor(frame: Frame, floor: number, { second, y }: { readonly second: number; readonly y: number }): void {
  fillBox(frame, { x: 170, y, width: 300, height: 4 }, mix(HOUSE, NIGHT, 0.6))
  for (const [index, x] of [190, 236, 366, 412].entries()) {
    const isLit = (floor * 5 + index * 3 + Math.floor(second / 9)) % 4 < 2
    fillBox(frame, { x, y: y - 70, width: 34, height: 46 }, isLit ? mix(LAMP, HOUSE, 0.25) : mix(HOUSE, NIGHT, 0.5))
    fillBox(frame, { x: x + 16, y: y - 70, width: 2, height: 46 }, HOUSE)
  }
}

function drawLift(frame: Frame, second: number): void {
  fillBox(frame, { x: SHAFT.x, y: 0, width: SHAFT.width, height: frame.height }, NIGHT)
  stroke(frame, { from: { x: 320, y: 0 }, to: { x: 320, y: 150 } }, { width: 3, colour: mix(NIGHT, 0xffffff, 0.4) })
  fillBox(frame, { x: SHAFT.x + 3, y: 150, width: SHAFT.width - 6, height: 85 }, 0xd9cfe8)
  fillBox(frame, { x: SHAFT.x + 3, y: 150, width: SHAFT.width - 6, height: 5 }, LAMP)
  fillCircle(frame, { x: 320, y: 182, radius: 9 }, 0x6d3b2f)
  fillBox(frame, { x: 309, y: 192, width: 22, height: 43 }, 0xc4472b)
  const hand = 206 + Math.sin(second * 2) * 4
  stroke(frame, { from: { x: 330, y: 198 }, to: { x: 340, y: hand } }, { width: 5, colour: 0xc4472b })
}

/** From 23:51 to midnight over the length of the film. */
function drawClock(frame: Frame, second: number): void {
  const minutes = Math.min(9, Math.floor((second / (NINE_MINUTES - 4)) * 9))
  const text = minutes === 9 ? '00:00' : `23:${String(51 + minutes)}`
  for (const [place, sign] of [...text].entries()) drawDigit(frame, sign, { x: 508 + place * 24, isDim: sign === ':' && second % 1 > 0.5 })
}

function drawDigit(frame: Frame, sign: string, { x, isDim }: { readonly x: number; readonly isDim: boolean }): void {
  for (const [row, bits] of (DIGITS[sign] ?? []).entries())
    for (let column = 0; column < 3; column += 1)
      if (bits & (4 >> column)) fillBox(frame, { x: x + column * 6, y: 30 + row * 6, width: 5, height: 5 }, isDim ? HOUSE : LAMP)
}
