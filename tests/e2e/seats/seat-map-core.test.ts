import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import type { BrowserContextOptions, Page } from 'playwright'
import { beforeAll, expect, it } from 'vitest'
import type { SeatMap } from '#islands/seat-map/core/seat-map.ts'
import { browser } from '#tests/support/browser/chromium.ts'

declare global {
  interface Window {
    /** The map that the page has open. */
    map: SeatMap
    /** How many pixels were drawn each time. */
    areas: number[]
    openMap(points: readonly (readonly [number, number])[]): SeatMap
  }
}

/** The drawing alone, without the shop: a map of seats at some points of the plan, all free. */
const PAGE = `
import { openSeatMap } from '#islands/seat-map/core/seat-map.ts'
import { layOutHall } from '#lib/domain/seating/plan/seat-hall.ts'
window.openMap = (points) => {
  const seats = points.map(([x, y], at) => [at + 1, 1, x, y, 0, String(at + 1), []])
  const groups = [{ id: 0, rows: [{ RowName: '1', first: 0, count: seats.length }] }]
  const section = { SectionName: 'A', IsReserved: true, capacity: seats.length, outline: [], labelX: 0, labelY: 0, groups, seats }
  const hall = layOutHall({ id: 1, venueId: 1, stage: null }, [['1', section]])
  const [layers, minimap, grid] = document.querySelectorAll('.map-shell > div')
  const nothing = () => undefined
  const acts = { press: nothing, pressSection: nothing, hover: nothing, moved: nothing }
  const map = openSeatMap({ layers, minimap, grid }, hall, { nameOf: String, rowNameOf: String, ...acts })
  map.show(new Uint8Array(hall.count), null)
  map.label([{ name: 'A', price: '10', places: '3' }])
  return map
}`
const ROW = [...Array(40).keys()].map((at) => [at * 30, 0] as const)

let script: string
beforeAll(async () => {
  const { outputFiles } = await build({ stdin: { contents: PAGE, resolveDir: '.' }, bundle: true, write: false, format: 'iife' })
  script = outputFiles[0]?.text ?? ''
})
async function visit(work: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 900, height: 500 }, reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const css = ['src/layouts/theme.css', 'src/layouts/map.css', 'src/islands/seat-map/seat-map.css'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  await page.clock.install()
  await page.setContent(
    `<!doctype html><style>${css.join('\n')}</style><div class="map-shell"><div class="map-layers"></div><div class="minimap"></div><div></div></div>`,
  )
  await page.addScriptTag({ content: script })
  await work(page)
  await letDraw(page)
  await context.close()
  expect(errors).toEqual([])
}

/** A second passes for the page: frames, fades and pauses are over. */
const letDraw = (page: Page) => page.clock.runFor(1_000)

/** Pixels of the canvas that are not empty, and the sum of their colours. */
const inkOf = (page: Page) =>
  page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width || 1, canvas.height || 1).data ?? []
    let [count, sum] = [0, 0]
    for (let at = 0; at < pixels.length; at += 4) {
      if ((pixels[at + 3] ?? 0) === 0) continue
      count++
      sum += (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)
    }
    return { count, sum }
  })

it.each([
  ['no seat', [], 0],
  ['one seat', [[5, 5]], 1],
  [
    'seats far apart',
    [
      [-90_000, 0],
      [5, 5],
      [90_000, 90_000],
    ],
    1,
  ],
] as const)('a hall of %s can be opened, moved and closed', async (_words, points, least) => {
  await visit(async (page) => {
    await page.evaluate((some) => {
      const map = window.openMap(some)
      map.zoom('in')
      map.goTo(0)
      map.zoom('reset')
      map.frame([])
    }, points)
    await letDraw(page)
    await expect.poll(async () => (await inkOf(page)).count).toBeGreaterThanOrEqual(least)
    expect(await page.locator('svg.map > g').getAttribute('transform')).not.toMatch(/NaN|Infinity/)
  })
})

it('a map that is opened while it is hidden is whole when it is shown, at any size', async () => {
  await visit(async (page) => {
    const hide = (isHidden: boolean) =>
      page.locator('.map-shell').evaluate((shell: HTMLElement, none) => (shell.style.display = none ? 'none' : ''), isHidden)
    await hide(true)
    await page.evaluate((points) => void window.openMap(points), ROW)
    await letDraw(page)
    await hide(false)
    await expect.poll(async () => (await inkOf(page)).count).toBeGreaterThan(500)
    await hide(true)
    await page.setViewportSize({ width: 1200, height: 700 })
    await hide(false)
    await expect.poll(() => page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBeGreaterThan(1000)
    expect((await inkOf(page)).count).toBeGreaterThan(500)
  })
})

it('a map that is opened while it is hidden, and is shown or resized before its first frame, is whole', async () => {
  await visit(async (page) => {
    await page.evaluate((points) => {
      const shell = document.querySelector<HTMLElement>('.map-shell')
      if (!shell) return
      shell.style.display = 'none'
      window.openMap(points)
      shell.style.display = ''
    }, ROW)
    await letDraw(page)
    await expect.poll(async () => (await inkOf(page)).count).toBeGreaterThan(500)
    await page.evaluate((points) => {
      document.querySelectorAll('.map-shell > div').forEach((part) => part.replaceChildren())
      window.openMap(points)
      document.body.style.width = '400px'
    }, ROW)
    await letDraw(page)
    const fits = (canvas: HTMLCanvasElement) => canvas.width === Math.round(canvas.clientWidth * devicePixelRatio)
    await expect.poll(() => page.locator('canvas').evaluate(fits)).toBe(true)
  })
})

it('a section of one seat that is gone to on a hidden map, which is shown at once, is seen', async () => {
  await visit(
    async (page) => {
      await page.evaluate(() => {
        const shell = document.querySelector<HTMLElement>('.map-shell')
        if (!shell) return
        shell.style.display = 'none'
        window.openMap([[5, 5]]).goTo(0)
        shell.style.display = ''
      })
      await letDraw(page)
      await expect.poll(async () => (await inkOf(page)).count).toBeGreaterThan(0)
      expect(await page.locator('svg.map > g').getAttribute('transform')).not.toMatch(/NaN|Infinity/)
    },
    { reducedMotion: 'no-preference' },
  )
})

it('seats that are to be shown come into the middle of the map', async () => {
  const block = [...Array(60 * 40).keys()].map((at) => [(at % 60) * 30, Math.floor(at / 60) * 30] as const)
  await visit(async (page) => {
    const [seat, middle] = await page.evaluate((points) => {
      const map = window.openMap(points)
      const { clientWidth, clientHeight } = document.querySelector('svg.map') ?? document.body
      const wanted = 12 * 60 + 41
      map.frame([wanted])
      return [map.at(wanted), { x: clientWidth / 2, y: clientHeight / 2 }] as const
    }, block)
    expect([seat.x, seat.y].map(Math.round)).toEqual([middle.x, middle.y].map(Math.round))
  })
})

it('a change of theme takes its colours, and a canvas that was lost is drawn again', async () => {
  await visit(async (page) => {
    await page.evaluate((points) => void window.openMap(points), ROW)
    await letDraw(page)
    const light = await inkOf(page)
    await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'))
    await expect.poll(async () => (await inkOf(page)).sum).not.toBe(light.sum)
    const dark = await inkOf(page)
    await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height)
      canvas.dispatchEvent(new Event('contextrestored'))
    })
    await expect.poll(() => inkOf(page)).toEqual(dark)
  })
})

it('a map that is closed in the middle of a frame leaves nothing behind', async () => {
  await visit(
    async (page) => {
      await page.evaluate((points) => {
        const map = window.openMap(points)
        map.zoom('in')
        map.show(new Uint8Array(points.length).fill(3), [1, 2])
        map.close()
      }, ROW)
      await letDraw(page)
      expect(await page.locator('.map-shell > div > *').count()).toBe(0)
    },
    { reducedMotion: 'no-preference' },
  )
})

it.each(['reduce', 'no-preference'] as const)('a seat that changes is drawn alone (motion: %s)', async (reducedMotion) => {
  await visit(
    async (page) => {
      await page.evaluate((points) => {
        window.map = window.openMap(points)
      }, ROW)
      await letDraw(page)
      await page.evaluate((count) => {
        window.areas = []
        const putImageData: unknown = Reflect.get(CanvasRenderingContext2D.prototype, 'putImageData')
        CanvasRenderingContext2D.prototype.putImageData = function (image: ImageData, ...rest: number[]) {
          window.areas.push((rest[4] ?? image.width) * (rest[5] ?? image.height))
          if (typeof putImageData === 'function') Reflect.apply(putImageData, this, [image, ...rest])
        }
        const looks = new Uint8Array(count)
        looks[7] = 3
        window.map.show(looks, [7])
      }, ROW.length)
      await letDraw(page)
      const drawn = await page.evaluate(() => window.areas)
      expect(Math.max(...drawn)).toBeLessThan(6000)
      if (reducedMotion === 'reduce') expect(drawn).toHaveLength(1)
      else expect(drawn.length).toBeGreaterThan(1)
    },
    { reducedMotion },
  )
})

it('a seat that was chosen is drawn as it is among all the others', async () => {
  await visit(async (page) => {
    await page.evaluate((points) => {
      window.map = window.openMap(points)
      window.map.zoom('in')
    }, ROW)
    await letDraw(page)
    await page.evaluate((count) => {
      const looks = new Uint8Array(count)
      looks[19] = 2
      window.map.show(looks, [19])
    }, ROW.length)
    await letDraw(page)
    const alone = await inkOf(page)
    await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
      canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height)
      canvas.dispatchEvent(new Event('contextrestored'))
    })
    await expect.poll(() => inkOf(page)).toEqual(alone)
  })
})

it('at three pixels for one the canvas stays small enough for a phone', async () => {
  await visit(
    async (page) => {
      await page.evaluate((points) => void window.openMap(points), ROW)
      const pixels = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.width * canvas.height)
      expect(pixels).toBeGreaterThan(900 * 500)
      expect(pixels).toBeLessThan(4_100_000)
    },
    { deviceScaleFactor: 3, viewport: { width: 1600, height: 1000 } },
  )
})
