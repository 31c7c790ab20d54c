import type { FrameLocator, Locator, Page } from 'playwright'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { CARD_REST, type Shopper } from './shopper.ts'

/** Presses Tab until something has the focus. */
export async function tabTo({ page }: Shopper, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement && document.hasFocus())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${String(target)}.`)
}

/** How somebody does things to a page: with a finger or a mouse, or by the keys alone. */
export function handsOf(shopper: Shopper, byKeys: boolean) {
  const { page } = shopper
  const press = async (target: Locator, key = 'Enter') => {
    if (!byKeys) return shopper.press(target)
    await tabTo(shopper, target)
    await page.keyboard.press(key)
  }
  const write = async (label: string | RegExp, text: string, within: Page | FrameLocator = page) => {
    const field = within.getByLabel(label, { exact: true })
    if (!byKeys) return field.fill(text)
    await tabTo(shopper, field)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  const pay = async () => {
    for (const [label, text] of Object.entries({ 'מספר כרטיס': CARDS.accepted, ...CARD_REST })) await write(label, text, shopper.cardForm)
    await press(shopper.payButton)
  }
  return { press, write, pay }
}
