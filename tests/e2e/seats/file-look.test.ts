import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'

declare global {
  interface Window {
    /** Opens a map of two seats, 100 and 133 units from the left and 300 from above, with what its plan's file draws. */
    openLook(): void
    /** Where the map draws the first seat, in pixels of the map, and how many of them a unit takes. */
    firstSeat(): { readonly x: number; readonly y: number; readonly zoom: number }
    zoomIn(): void
    closeLook(): void
  }
}

const PAGE = `
import { openSeatMap } from '#islands/seat-map/core/seat-map.ts'
import { openFileLook } from '#islands/seat-map/file-look.ts'
import { $status } from '#lib/client/seats/seats.ts'
import { layOutHall } from '#lib/domain/seating/plan/seat-hall.ts'
window.openLook = () => {
  const seats = [[1, 1, 100, 300, 0, '1', []], [2, 1, 133, 300, 0, '2', []]]
  const groups = [{ id: 0, rows: [{ RowName: '1', first: 0, count: 2 }] }]
  const section = { SectionName: 'A', IsReserved: true, capacity: 2, outline: [], labelX: 0, labelY: 0, groups, seats }
  const area = { outline: [], fill: null, line: null, text: '', textX: 0, textY: 0, textSize: 16, textColour: '#333333', rotate: 0, isUnderSeats: false }
  const stage = [[50, 20], [190, 20], [190, 80], [50, 80]]
  const areas = [
    { ...area, outline: [[20, 250], [220, 250], [220, 350], [20, 350]], fill: '#000000', isUnderSeats: true },
    { ...area, outline: stage, fill: '#cbeeb3', line: '#445566', text: 'Stage', textX: 120, textY: 50 },
    { ...area, text: 'Bar', textX: 120, textY: 180, textSize: 20, textColour: '#ffffff', rotate: 30 },
  ]
  const hall = layOutHall({ id: 1, venueId: 1, stage: { outline: stage, labelX: 120, labelY: 50, label: 'Stage' }, areas, foci: [] }, [['1', section]])
  $status.set({ states: { ticketGroup: Int32Array.of(5, 7) }, changed: null })
  const [layers, minimap, grid] = document.querySelectorAll('.map-shell > div')
  const nothing = () => undefined
  const look = openFileLook(layers, hall, { ticketGroups: [{ id: 5 }, { id: 7, colours: { light: '#0a7d28', dark: '#58e07c' } }] })
  const acts = { press: nothing, pressSection: nothing, hover: nothing, moved: () => look.follow() }
  const map = openSeatMap({ layers, minimap, grid }, look.hall, { nameOf: String, rowNameOf: String, ...acts })
  map.show(new Uint8Array(2), null)
  look.show(map)
  window.firstSeat = () => { const { x, y, pitch } = map.at(0); return { x, y, zoom: pitch / hall.pitch } }
  window.zoomIn = () => map.zoom('in')
  window.closeLook = () => { look.close(); map.close() }
}`

let script: string
beforeAll(async () => {
  const { outputFiles } = await build({ stdin: { contents: PAGE, resolveDir: '.' }, bundle: true, write: false, format: 'iife' })
  script = outputFiles[0]?.text ?? ''
})

async function visit(theme: 'light' | 'dark', work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 600, height: 500 }, reducedMotion: 'reduce', colorScheme: theme })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const css = ['src/layouts/theme.css', 'src/layouts/controls.css', 'src/layouts/map.css', 'src/islands/seat-map/seat-map.css'].map(
    (file) => readFileSync(file, 'utf8'),
  )
  const chips = [5, 7].map((id) => `<button class="chip" data-group="${String(id)}">A</button><button class="sbtn" data-group="${String(id)}">1</button>`) // prettier-ignore
  await page.setContent(
    `<!doctype html><style>${css.join('\n')}</style><div class="map-shell"><div class="map-layers"></div><div class="minimap"></div><div></div></div>${chips.join('')}`,
  )
  await page.addScriptTag({ content: script })
  await page.evaluate(() => window.openLook())
  await page.locator('svg.grounds > g[transform]').waitFor({ state: 'attached' })
  await work(page)
  await context.close()
  expect(errors).toEqual([])
}

/** Where a shape of the file is drawn, in pixels of the map. */
const boxOf = (page: Page, at: number) =>
  page.evaluate((index) => {
    const { left = 0, top = 0 } = document.querySelector('.map-layers')?.getBoundingClientRect() ?? {}
    const box = document.querySelectorAll('svg.grounds path')[index]?.getBoundingClientRect()
    return { left: (box?.left ?? 0) - left, top: (box?.top ?? 0) - top, width: box?.width ?? 0 }
  }, at)

it('shapes and texts of the file lie under the seats, in its order and colours, and move with them', async () => {
  await visit('light', async (page) => {
    const layers = await page.locator('.map-layers > *').evaluateAll((all) => all.map((one) => one.getAttribute('class') ?? one.localName))
    expect(layers).toEqual(['map grounds', 'canvas', 'map'])
    const drawn = await page.locator('svg.grounds g > *').evaluateAll((all) => all.map((one) => [one.localName, one.getAttribute('fill'), one.textContent])) // prettier-ignore
    expect(drawn).toEqual([
      ['path', '#000000', ''],
      ['path', '#cbeeb3', ''],
      ['text', '#333333', 'Stage'],
      ['text', '#ffffff', 'Bar'],
    ])
    expect(
      await page
        .locator('svg.grounds path')
        .first()
        .evaluate((path) => getComputedStyle(path).fillOpacity),
    ).toBe('0.14')
    expect(await page.locator('.stage-o').first().isVisible()).toBe(false)
    for (const step of [0, 1]) {
      if (step > 0) await page.evaluate(() => window.zoomIn())
      await page.waitForTimeout(250)
      const { x, y, zoom } = await page.evaluate(() => window.firstSeat())
      for (const [at, left, top, width] of [
        [0, 20, 250, 200],
        [1, 50, 20, 140],
      ] as const) {
        // prettier-ignore
        const box = await boxOf(page, at)
        // A line is as thick at every zoom, half of it outside.
        expect(Math.abs(box.left - (x + (left - 100) * zoom))).toBeLessThan(2)
        expect(Math.abs(box.top - (y + (top - 300) * zoom))).toBeLessThan(2)
        expect(Math.abs(box.width - width * zoom)).toBeLessThan(3)
      }
    }
    await page.evaluate(() => window.closeLook())
    expect(await page.locator('.map-layers').innerHTML()).toBe('')
  })
})

it.each(['light', 'dark'] as const)(
  'the colour of a price category is on its seats, chip and list, others keep theirs (%s)',
  async (theme) => {
    await visit(theme, async (page) => {
      const wanted = theme === 'light' ? [10, 125, 40] : [88, 224, 124]
      const inkNear = (left: number) =>
        page.evaluate(
          ({ from, colour }) => {
            const canvas = document.querySelector('canvas')
            const { x, y, zoom } = window.firstSeat()
            const side = Math.round(30 * zoom)
            const pixels =
              canvas?.getContext('2d')?.getImageData(Math.round(x + from * zoom - side / 2), Math.round(y - side / 2), side, side).data ??
              []
            let count = 0
            for (let at = 0; at < pixels.length; at += 4) if (colour.every((part, n) => Math.abs((pixels[at + n] ?? 0) - part) < 6)) count++
            return count
          },
          { from: left, colour: wanted },
        )
      await expect.poll(() => inkNear(33)).toBeGreaterThan(20)
      expect(await inkNear(0)).toBe(0)
      const edge = (place: string) => page.locator(place).evaluate((one) => getComputedStyle(one).borderTopColor)
      expect(await edge('.sbtn[data-group="7"]')).toBe(`rgb(${wanted.join(', ')})`)
      expect(await edge('.sbtn[data-group="5"]')).not.toBe(`rgb(${wanted.join(', ')})`)
      const sign = (id: number) =>
        page.locator(`.chip[data-group="${String(id)}"]`).evaluate((one) => {
          const { display, borderTopColor } = getComputedStyle(one, '::before')
          return [display, borderTopColor]
        })
      expect(await sign(7)).toEqual(['block', `rgb(${wanted.join(', ')})`])
      expect((await sign(5))[0]).toBe('none')
    })
  },
)
