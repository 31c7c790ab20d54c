import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { getSeatplan } from '#lib/contract/show/seats.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { readAnswer } from '#tests/support/read-answer.ts'
import { DESK } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

/** A presentation of the demo whose plan has a picture of 1,000 × 720 units behind its seats. */
const ARCHES = 15
/** A place of the picture beside the stage, where there is nothing but boards (#d9b98c). */
const BOARDS = [0.2, 0.075] as const

openTheatre()

const behind = (page: Page) => page.locator('.map-layers > svg.grounds image')

/** The mean colour of a few pixels of the boards as they are on the screen. */
async function boardsOf(page: Page): Promise<readonly number[]> {
  const { x, y, width, height } = (await behind(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const clip = { x: Math.round(x + width * BOARDS[0]), y: Math.round(y + height * BOARDS[1]), width: 8, height: 8 }
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

/** Where the map draws the free seat that is the tab stop of its keyboard. */
async function landingOf(page: Page): Promise<[x: number, y: number]> {
  const { seatplan } = readAnswer(getSeatplan, await new TestVisitor(origin).get('/api/seats/seatplan?seatplanId=61'))
  const seats = Object.values(seatplan.sections).flatMap((section) => section.seats)
  const [, , planX = 0, planY = 0] = seats[Number(await page.locator('[role=gridcell][tabindex="0"]').getAttribute('data-seat'))] ?? []
  return page.locator('svg.map:not(.grounds) > g').evaluate(
    (root: SVGGElement, [x, y]): [number, number] => {
      const matrix = root.getScreenCTM()
      return matrix ? [matrix.a * x + matrix.e, matrix.d * y + matrix.f] : [0, 0]
    },
    [planX, planY] as const,
  )
}

it('a picture is under the seats, faint in the light theme and dimmed in the dark one, in the way of no pointer and no key', async () => {
  await visit({ ...DESK, colorScheme: 'light' }, async (shopper) => {
    const { page } = shopper
    const pictures: Promise<[number, string | undefined]>[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('/picture?'))
        pictures.push(answer.allHeaders().then((headers) => [answer.status(), headers['content-type']]))
    })
    await shopper.openOrder(ARCHES)
    await behind(page).waitFor({ state: 'attached' })
    await expect.poll(() => pictures.length).toBe(1)
    expect(await Promise.all(pictures)).toEqual([[200, 'image/svg+xml; charset=utf-8']])
    const layers = await page.locator('.map-layers > *').evaluateAll((all) => all.map((one) => one.getAttribute('class') ?? one.localName))
    expect(layers).toEqual(['map grounds', 'canvas', 'map'])
    expect(await page.locator('svg.grounds').getAttribute('aria-hidden')).toBe('true')
    expect(await page.locator('svg.grounds > g > *').evaluateAll((all) => all.slice(0, 2).map((one) => one.localName))).toEqual([
      'image',
      'rect',
    ])
    // 12 % of the boards on 88 % of the ground, whose blue is 247 without them.
    await expect.poll(async () => Math.round((await boardsOf(page))[2] ?? 0)).toBeLessThan(238)
    for (const part of await boardsOf(page)) expect(part).toBeGreaterThan(212)
    await page.mouse.click(...(await landingOf(page)))
    await shopper.expectChosen(1)
    await page.locator('.timer[role=timer]').waitFor()
    await page.locator('[role=gridcell][tabindex="0"][aria-selected=true]').press('Space')
    await shopper.expectChosen(0)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => Math.max(...(await boardsOf(page)))).toBeLessThan(60)
    expect((await boardsOf(page))[0]).toBeGreaterThan(30)
    expect(await (await page.request.get(`${origin}/order/${String(ARCHES)}`)).text()).not.toContain('/picture?')
  })
})
