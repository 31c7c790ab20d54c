import { expect, it } from 'vitest'
import { visit } from '#tests/support/browser/pages.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'

/** The theatre sells its balcony to anybody at 129; its wheelchair places cost 95, students 103. The room of sounds has one price, 30. */
const BALCONY = '₪129'

it.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('a price "from" is the lowest that anybody pays, and is called so only where there are higher ones, on %s', async (_name, device) => {
  await visit(
    `/?q=${encodeURIComponent('הגשר של אבא')}&location=1&days=60`,
    async (page) => {
      const said = await page.locator('a.time:not(.few) small').allTextContents()
      expect(new Set(said)).toEqual(new Set([`החל מ־${BALCONY}`]))
      await page.goto(`/?q=${encodeURIComponent('חדר הצלילים')}&days=60`)
      const room = page.locator('.ev-row').filter({ has: page.locator('h3', { hasText: 'חדר הצלילים' }) })
      expect(new Set(await room.locator('a.time:not(.few) small').allTextContents())).toEqual(new Set(['₪30']))
      await page.goto(`/booking/features/1?location=${encodeURIComponent('תל אביב')}`)
      const dates = await page.locator('.prs a.act:visible > span:not(.vh):visible').allInnerTexts()
      expect(new Set(dates)).toEqual(new Set([device === PHONE ? `מ־${BALCONY}` : `כרטיסים מ־${BALCONY}`]))
      await page.goto('/booking')
      const card = page.locator('.feature-card').filter({ has: page.locator('h3', { hasText: 'חדר הצלילים' }) })
      expect(await card.locator('p').last().innerText()).toBe('₪30')
      await page.goto('/order/1')
      const hall = page.locator('.map-go option')
      await expect.poll(() => hall.count()).toBeGreaterThan(1)
      const sections = (await hall.allInnerTexts()).map((text) => text.replace(/[\u2066-\u2069]/g, ''))
      expect(sections.filter((text) => text.includes('₪95'))).toEqual([])
      expect(sections.find((text) => text.startsWith('יציע'))).toMatch(/^יציע, ₪129, \d+ פנויים$/)
      expect(sections.find((text) => text.startsWith('אולם'))).toMatch(/, מ־₪189, /)
    },
    device,
  )
})
