import type { Page } from 'playwright'

/** What has moved on a page since it was opened, as browsers count it: what it was, from where and to where. */
export interface Shifts {
  readonly shifted: number
  readonly shifts: readonly string[]
}

type Shift = PerformanceEntry & {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { readonly node?: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[]
}

/**
 * Adds up, on every page that is opened from now on, what jumps under the eyes without having been asked to. In a window of a phone Chromium takes the first half
 * second of each page for an answer to a press: what moves before the first press on the page counts all the same.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found: Shifts & { shifted: number; shifts: string[] } = { shifted: 0, shifts: [] }
    let pressedAt = Infinity
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, ({ timeStamp }) => (pressedAt = Math.min(pressedAt, timeStamp)), { capture: true })
    const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join()
    const add = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, startTime, sources } of entries as Shift[]) {
        if (hadRecentInput && startTime > pressedAt) continue
        found.shifted += value
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const what = node instanceof Element ? `${node.tagName}.${node.getAttribute('class') ?? ''}` : String(node?.textContent)
          return `${what} ${placeOf(previousRect)} → ${placeOf(currentRect)}`
        })
        found.shifts.push(`${value.toFixed(4)} at ${startTime.toFixed(0)} ms: ${moved.join('; ')}`)
      }
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    Object.assign(globalThis, { foundShifts: () => (add(observer.takeRecords()), found) })
  })
}

/** What has moved so far was asked for: only what moves from now on counts. */
export async function forgetShifts(page: Page): Promise<void> {
  const { shifts } = await shiftsOf(page)
  if (shifts.length === 0) return
  await page.evaluate(() => {
    const found = (globalThis as unknown as { foundShifts: () => { shifted: number; shifts: string[] } }).foundShifts()
    found.shifted = 0
    found.shifts.length = 0
  })
}

/** What has moved on the page by now; two frames later, so that what has just been drawn counts too. */
export function shiftsOf(page: Page): Promise<Shifts> {
  return page.evaluate(
    () =>
      new Promise<Shifts>((resolve) => {
        const { foundShifts } = globalThis as unknown as { foundShifts: () => Shifts }
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(foundShifts())))
      }),
  )
}
