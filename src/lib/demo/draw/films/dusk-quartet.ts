import { emptyFrame, fillBox, fillCircle, fillOutline, mix, stroke, type Frame, type Point } from './frame.ts'

/** "רביעייה בשעת בין ערביים": four players on a roof while the sun goes down behind them. */

export const DUSK_QUARTET = 76
const [DAY, DUSK] = [0xf6b26b, 0x31214f]
const BANDS = 6
const PLAYERS = [
  { x: 150, colour: 0x8c2f39, beat: 1.1 },
  { x: 262, colour: 0x2b5d68, beat: 0.8 },
  { x: 378, colour: 0x5a4a8a, beat: 1.4 },
  { x: 490, colour: 0x7a4a1f, beat: 0.6 },
] as const

/** The picture at a second of the film. */
export function drawDuskQuartet(second: number): Frame {
  const frame = emptyFrame()
  const evening = second / DUSK_QUARTET
  // The sky changes in steps of four seconds: between them only what moves is new.
  const light = Math.floor(second / 4) / Math.floor(DUSK_QUARTET / 4)
  for (let band = 0; band < BANDS; band += 1) {
    const colour = mix(mix(DUSK, DAY, band / BANDS), DUSK, light * 0.85)
    fillBox(frame, { x: 0, y: band * 45, width: frame.width, height: 46 }, colour)
  }
  fillCircle(frame, { x: 320, y: 130 + evening * 150, radius: 48 }, mix(0xffe08a, 0xe2552d, evening))
  drawRoofs(frame, light)
  for (const player of PLAYERS) drawPlayer(frame, player, second)
  return frame
}

function drawRoofs(frame: Frame, light: number): void {
  const colour = mix(0x4d3a5e, 0x17102b, light)
  for (const [index, height] of [40, 70, 52, 86, 44, 64, 58, 76].entries())
    fillBox(frame, { x: index * 80, y: 270 - height, width: 80, height }, colour)
  fillBox(frame, { x: 0, y: 268, width: frame.width, height: 92 }, mix(0x2c2140, 0x0d0920, light))
}

function drawPlayer(frame: Frame, { x, colour, beat }: (typeof PLAYERS)[number], second: number): void {
  const bow = Math.sin(second * beat * Math.PI) * 16
  const lean = Math.sin(second * beat * 0.5) * 3
  const shoulders: Point[] = [
    { x: x - 14 + lean, y: 226 },
    { x: x + 14 + lean, y: 226 },
    { x: x + 22, y: 300 },
    { x: x - 22, y: 300 },
  ]
  fillOutline(frame, shoulders, colour)
  fillCircle(frame, { x: x + lean, y: 210, radius: 12 }, 0xd9a679)
  fillCircle(frame, { x: x + 16, y: 262, radius: 12 }, 0x5b2c12)
  stroke(frame, { from: { x: x + 16, y: 258 }, to: { x: x + 4 + lean, y: 222 } }, { width: 4, colour: 0x5b2c12 })
  stroke(frame, { from: { x: x - 8 + bow, y: 250 }, to: { x: x + 36 + bow, y: 262 } }, { width: 2, colour: 0xf3e3c2 })
}
