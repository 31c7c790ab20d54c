import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { asShopper, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'

const [THEATRE, STADIUM] = [1, 10]
const scaleOf = (page: Page) => page.locator('svg.map > g').evaluate((root: SVGGElement) => root.getScreenCTM()?.a ?? 0)

/** Names that are written on the map and seen there. */
const labelsOf = (page: Page) =>
  page.locator('.map .sec-l').evaluateAll((all) => {
    const map = document.querySelector('.map')?.getBoundingClientRect() ?? new DOMRect()
    return all
      .filter((one) => one.textContent !== '')
      .map((one) => ({ direction: getComputedStyle(one).direction, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.right > map.left && box.left < map.right && box.bottom > map.top && box.top < map.bottom)
      .map(({ direction, box: { left, right, top, bottom } }) => ({ direction, left, right, top, bottom }))
  })

/** Pixels of seats that names are written over, without the room above and below their letters. */
const seatsUnderNames = (page: Page) =>
  page.locator('.map-layers canvas').evaluate((canvas: HTMLCanvasElement) => {
    const map = canvas.getBoundingClientRect()
    const scale = canvas.width / map.width
    // A copy: Chromium warns of reading what is drawn for the screen again and again.
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true })
    copy?.drawImage(canvas, 0, 0)
    const pixelsOf = ({ left, top, width, height }: DOMRect) => {
      const [x, y] = [(left - map.left) * scale, (top + height * 0.15 - map.top) * scale]
      const pixels = copy?.getImageData(x, y, width * scale, height * 0.7 * scale).data ?? []
      return [...pixels].filter((value, at) => at % 4 === 3 && value > 0).length
    }
    return [...document.querySelectorAll('.map .sec-l')]
      .filter((one) => one.textContent !== '')
      .map((one) => [one.textContent, pixelsOf(one.getBoundingClientRect())] as const)
      .filter(([, pixels]) => pixels > 0)
  })

type Box = Awaited<ReturnType<typeof labelsOf>>[number]

/** Pairs of names of which one stands on the other. */
function overlapping(labels: readonly Box[]): readonly (readonly [Box, Box])[] {
  const pairs = labels.flatMap((one, at) => labels.slice(at + 1).map((other) => [one, other] as const))
  return pairs.filter(
    ([one, other]) => one.left < other.right - 1 && one.right > other.left + 1 && one.top < other.bottom - 1 && one.bottom > other.top + 1,
  )
}

/** None is smaller than can be read, none stands on another or on a seat, once the map rests. */
async function expectLegible(page: Page): Promise<number> {
  await expect.poll(async () => (await labelsOf(page)).length).toBeGreaterThan(0)
  await expect.poll(() => seatsUnderNames(page)).toEqual([])
  await expect.poll(async () => overlapping(await labelsOf(page))).toEqual([])
  const labels = await labelsOf(page)
  expect(new Set(labels.map(({ direction }) => direction))).toEqual(new Set(['rtl']))
  expect(Math.min(...labels.map(({ top, bottom }) => bottom - top))).toBeGreaterThanOrEqual(12)
  return labels.length
}

/** Names that stand under what is on the map: its buttons and the small map. */
const coveredNames = (page: Page) =>
  page.locator('.map').evaluate((map) => {
    const shell = map.closest('.map-shell')
    // What only the keyboard reaches is clipped away until then.
    const covers = [...(shell?.querySelectorAll('.zoom, .minimap, .map-best') ?? [])].filter(
      (one) => one.checkVisibility() && getComputedStyle(one).clipPath === 'none',
    )
    const boxes = covers.map((one) => one.getBoundingClientRect())
    return [...map.querySelectorAll('.sec-l')]
      .filter((one) => one.textContent !== '')
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        return boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
      })
      .map((one) => one.textContent)
  })

/** Pixels of seats in the middle of the map. */
const seatsInTheMiddle = (page: Page) =>
  page.locator('.map-layers canvas').evaluate((canvas: HTMLCanvasElement) => {
    const side = Math.floor(canvas.width / 3)
    const [x, y] = [(canvas.width - side) >> 1, (canvas.height - side) >> 1]
    const pixels = canvas.getContext('2d')?.getImageData(x, y, side, side).data ?? []
    return pixels.filter((value, at) => at % 4 === 3 && value > 0).length
  })

async function onPhone(work: (shopper: Shopper) => Promise<void>, presentationId = STADIUM): Promise<void> {
  await asShopper(browser, origin, PHONE, async (shopper) => {
    await shopper.openOrder(presentationId)
    await work(shopper)
  })
}

it('the names of a big hall run from the right, can be read and stand clear of each other, from afar and from near; "+" goes to seats', async () => {
  await onPhone(async ({ page }) => {
    await page.getByRole('button', { name: 'הצגת כל האולם' }).tap()
    const far = await expectLegible(page)
    expect(far).toBeLessThan(await page.locator('.sec-card').count())
    const whole = await scaleOf(page)
    const closer = page.getByRole('button', { name: 'התקרבות' })
    for (let presses = 0; presses < 4; presses += 1) await closer.tap()
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(whole * 4)
    await expectLegible(page)
    await expect.poll(() => seatsInTheMiddle(page)).toBeGreaterThan(200)
  })
})

it('a second tap on a section goes in among its seats', async () => {
  await onPhone(async ({ page }) => {
    const card = page.locator('.sec-card:not(.out)').first()
    const before = await scaleOf(page)
    await card.tap()
    await expect.poll(() => scaleOf(page)).not.toBe(before)
    const shown = await scaleOf(page)
    await card.tap()
    await expect.poll(() => scaleOf(page)).toBeGreaterThan(shown * 1.5)
    await expect.poll(() => seatsInTheMiddle(page)).toBeGreaterThan(200)
  })
})

it.each([
  ['the theatre', THEATRE],
  ['the stadium', STADIUM],
])(
  'no name of %s stands under a button or the small map where the map rests, at any width and wherever it was dragged',
  async (_hall, id) => {
    await onPhone(async ({ page }) => {
      const closer = page.getByRole('button', { name: 'התקרבות' })
      const named: number[] = []
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 844 })
        await page.getByRole('button', { name: 'הצגת כל האולם' }).tap()
        await expect.poll(() => coveredNames(page)).toEqual([])
        named.push((await labelsOf(page)).length)
        for (let presses = 0; presses < 2; presses += 1) await closer.tap()
        const box = await page.locator('.map').boundingBox()
        const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
        for (const [dx, dy] of [
          [90, -70],
          [-160, 40],
          [40, 120],
        ] as const) {
          await page.mouse.move(x, y)
          await page.mouse.down()
          await page.mouse.move(x + dx, y + dy, { steps: 4 })
          await page.mouse.up()
          await expect.poll(() => coveredNames(page)).toEqual([])
        }
      }
      expect(Math.max(...named)).toBeGreaterThan(2)
    }, id)
  },
)

it('each way to list the sections has 44 px for a finger', async () => {
  await onPhone(async ({ page }) => {
    await page.locator('.overview .seg button').first().waitFor()
    const heights = await page.locator('.overview .seg button').evaluateAll((all) =>
      all.map((one) => {
        const { left, width, top, bottom } = one.getBoundingClientRect()
        const isOwn = (y: number) => document.elementFromPoint(left + width / 2, y) === one
        let height = 0
        for (let y = top - 30; y < bottom + 30; y += 1) if (isOwn(y)) height += 1
        return height
      }),
    )
    expect(heights).toHaveLength(2)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  })
})
