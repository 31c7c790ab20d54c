import type { Page } from 'playwright'
import type { Shopper } from './shopper.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'

/** A film of the demo catalogue: two levels, subtitles, two sounds, eighty seconds. */
export const FILM = '/vod/9001'
export const FILM_NAME = 'תשע דקות לחצות'

export function buyButton(page: Page) {
  return page.locator('#buy button.buy-now')
}

/** The player is drawn and answers. */
export function alive(page: Page): Promise<void> {
  return page.locator('astro-island:not([ssr]) .player').waitFor()
}

/** From the film that was just chosen through details and payment to the confirmation. */
export async function payForFilm(shopper: Shopper, typed?: Parameters<Shopper['fillDetails']>[0]): Promise<void> {
  const { page } = shopper
  await page.waitForURL(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  await shopper.fillDetails(typed)
  await shopper.toPayment()
  await shopper.payBy(CARDS.accepted)
  await page.waitForURL(/\/cart\/[\w-]+$/)
}
