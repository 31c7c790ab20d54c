import type { PackedPlan } from '#lib/domain/seating/plan/packed-plan.ts'
import { unpackPlan } from '#lib/domain/seating/plan/unpack-plan.ts'
import type { Picker, Supply } from './picker.ts'

/** The measuring part of each page: the same for all pickers, and not counted as theirs. */
export interface InPage {
  supply(packed: PackedPlan, status: readonly number[]): void
  /** @returns milliseconds from seats in memory to seats on the screen */
  mount(): Promise<number>
  /** Zooms in, pans and zooms out on one path, a step a frame. @returns the milliseconds of each frame */
  travel(): Promise<number[]>
  /** Comes close enough to press a seat. */
  approach(seat: number): Promise<void>
  /** Where those of some seats are that lie well inside the window. */
  pointsOf(seats: readonly number[]): (readonly [number, number])[]
  /** Milliseconds from the release of each press to the frame that shows its change. */
  readonly selects: number[]
  failure: string
}

declare const picker: { readonly default: Picker }
declare global {
  interface Window {
    inPage: InPage
  }
}

const STEPS = 45
const FACTOR = 1.055
const CLOSE = 30
/** A journey that takes longer ends on the way. */
const MOST_MS = 15_000

const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
/** After the next frame has been laid out and painted by the main thread. */
const painted = () =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now())
      port2.postMessage(null)
    })
  })

const own = picker.default
const host = document.querySelector<HTMLElement>('#host') ?? document.body
let supply: Supply
let released = 0
window.addEventListener('pointerup', ({ timeStamp, isTrusted }) => (released = isTrusted ? timeStamp : released), { capture: true })
window.addEventListener('error', ({ message }) => (window.inPage.failure ||= message))

window.inPage = {
  selects: [],
  failure: '',
  supply(packed, status) {
    const changed = () => void painted().then((now) => released > 0 && window.inPage.selects.push(now - released))
    supply = { packed, hall: unpackPlan(packed), status: Uint8Array.from(status), changed }
  },
  async mount() {
    await document.fonts.ready
    await new Promise((resolve) => setTimeout(resolve, 100))
    const before = performance.now()
    await own.mount(host, supply)
    return (await painted()) - before
  },
  async travel() {
    const times: number[] = []
    const { width, height } = host.getBoundingClientRect()
    await frame()
    const end = performance.now() + MOST_MS
    const step = async (act: () => void) => {
      const before = performance.now()
      if (before > end) return
      act()
      await frame()
      times.push(performance.now() - before)
    }
    for (let at = 0; at < STEPS; at++) await step(() => own.zoomAt(FACTOR, width * 0.62, height * 0.3))
    for (let at = 0; at < STEPS; at++) await step(() => own.panBy(at % 30 < 15 ? -9 : 11, at % 20 < 10 ? 7 : -8))
    for (let at = 0; at < STEPS; at++) await step(() => own.zoomAt(1 / FACTOR, width * 0.4, height * 0.6))
    return times
  },
  async approach(seat) {
    const { width, height } = host.getBoundingClientRect()
    for (let at = 0; at < 120; at++) {
      const [x, y] = own.pointOf(seat)
      const isNear = Math.hypot(width / 2 - x, height / 2 - y) < 40
      const isClose = own.pitch() >= (own.close ?? CLOSE)
      if (isClose && isNear) break
      if (!isClose) own.zoomAt(1.12, x, y)
      if (!isNear) own.panBy(Math.max(-60, Math.min(60, width / 2 - x)), Math.max(-60, Math.min(60, height / 2 - y)))
      await frame()
    }
    await new Promise((resolve) => setTimeout(resolve, 400))
  },
  pointsOf(seats) {
    const { width, height } = host.getBoundingClientRect()
    return seats.map((seat) => own.pointOf(seat)).filter(([x, y]) => x > 60 && y > 60 && x < width - 60 && y < height - 60)
  },
}
