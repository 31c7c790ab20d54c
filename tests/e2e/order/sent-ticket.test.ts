import { expect, it } from 'vitest'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { shopOrigin } from '#tests/support/browser/own-shop.ts'
import { newMobileNumber } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

/** The link of the newest message to a number. */
async function linkTo(recipient: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const { messages } = (await (await fetch(`${shopOrigin}/api/dev/outbox`)).json()) as {
        readonly messages: readonly { readonly to: string; readonly text: string }[]
      }
      link = /\/edocument\/friend\/[\dA-Z]{26}/.exec(messages.find(({ to }) => to === recipient)?.text ?? '')?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

it('one of two tickets is sent to a friend by keyboard, shows the friend’s code on a phone without a price, and is taken back', async () => {
  await visit(DESK, async (shopper) => {
    const { page } = shopper
    await shopper.openOrder(THEATRE)
    await shopper.takeFromList(2)
    await shopper.walkToPayment()
    await shopper.payBy()
    const resId = await shopper.confirmed()
    await shopper.openMore()
    await page.getByRole('link', { name: 'שליחת כרטיס לחבר' }).click()
    await page.getByRole('heading', { name: 'שליחת כרטיס לחבר', level: 1 }).waitFor()
    await page.locator('.change summary').first().focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('רון לוי')
    await page.keyboard.press('Tab')
    await page.keyboard.type('nobody')
    await page.keyboard.press('Enter')
    await page.getByText('כתבו מספר טלפון נייד ישראלי').waitFor()
    await expectAccessible(page, 'a ticket that was not sent')
    const number = newMobileNumber()
    await page.locator('input[aria-invalid=true]').fill(number)
    await page.keyboard.press('Enter')
    await page.getByText('הכרטיס נשלח.').waitFor()
    await page.getByText(`הכרטיס אצל רון לוי, \u2066•••••••${number.slice(-3)}\u2069`).waitFor()
    await expectAccessible(page, 'a ticket that a friend has')

    const link = await linkTo(number)
    await visit(PHONE, async ({ page: friends }) => {
      const answer = await friends.goto(link)
      expect(answer?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
      await friends.locator('.ticket[data-state=valid] .qr svg').first().waitFor()
      expect(await friends.locator('main').innerText()).not.toMatch(/₪|נועה|ברקאי/)
      await expectAccessible(friends, 'the ticket of a friend')
    })

    await page.goto(`/cart/${resId}`)
    await page.getByText('הכרטיס נשלח לחבר').waitFor()
    expect(await page.locator('.codes .qr svg').count()).toBe(1)
    await page.goto(`/cart/${resId}/send`)
    await page.getByRole('button', { name: 'לקחת בחזרה' }).click()
    await page.getByText('הכרטיס אצלכם שוב').waitFor()
    expect((await page.goto(link))?.status()).toBe(410)
    await page.getByRole('heading', { name: 'הכרטיס נלקח בחזרה' }).waitFor()
    await expectAccessible(page, 'a ticket that was taken back')
  })
})
