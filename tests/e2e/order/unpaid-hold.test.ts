import { randomInt } from 'node:crypto'
import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { textOf } from '#lib/text/text.ts'
import { makeCustomer, makeMembership, signInAs } from '#tests/support/buyers/customers.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { heading, openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

const HELD = 'המושבים שמורים לכם'

/** Signs a customer in where the shopper is, and comes back to the order page. @returns the customer */
async function enterAs(shopper: Shopper, customerId: number): Promise<void> {
  await shopper.page.goto(`/order/${String(THEATRE)}`)
  await signInAs(await shopper.uuid, customerId)
  await shopper.page.reload()
}

const newNumber = () => `05${String(randomInt(10_000_000, 99_999_999))}`

async function makeMember(): Promise<number> {
  const customerId = await makeCustomer({ mobileNumber: newNumber(), email: `${newNumber()}@example.com` })
  await makeMembership(customerId)
  return customerId
}

/** From the order page to the details, in whatever steps there are. */
async function toHoldDetails(shopper: Shopper): Promise<void> {
  await shopper.toTickets()
  expect(shopper.page.url()).toContain('isHold=1')
  await shopper.page.reload()
  await shopper.page.getByRole('heading', { name: 'איזה כרטיס לכל מושב?' }).waitFor()
  while (!shopper.page.url().includes('/booking/checkout')) {
    const before = shopper.page.url()
    await expect.poll(() => shopper.goOn.isEnabled()).toBe(true)
    await shopper.press(shopper.goOn)
    await shopper.page.waitForURL((url) => url.href !== before)
  }
  expect(shopper.page.url()).toContain('isHold=1')
  await shopper.page.locator('astro-island:not([ssr]) form#details').waitFor()
}

/** The reservation's number, once its page says that the seats are held. */
async function held({ page }: Shopper): Promise<string> {
  await page.waitForURL(/\/cart\/[\w-]+$/)
  await page.getByRole('heading', { name: HELD }).waitFor()
  return page.url().split('/').at(-1) ?? ''
}

async function holdOnPhone(shopper: Shopper): Promise<string> {
  await shopper.press(shopper.page.getByRole('link', { name: 'שמירה בלי תשלום' }))
  await shopper.page.waitForURL(/isHold=1/)
  await shopper.page.getByText('שמירת מקומות בלי תשלום').waitFor()
  await shopper.takeFromList(2)
  await toHoldDetails(shopper)
  await shopper.fillDetails()
  await shopper.press(shopper.goOn)
  return held(shopper)
}

/** The code that was sent to a number. */
async function codeTo(mobileNumber: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const answer = await fetch(`${origin}/api/dev/outbox`)
      const { messages } = (await answer.json()) as { readonly messages: readonly { readonly to: string; readonly text: string }[] }
      code = /\b\d{6}\b/.exec(messages.find(({ to }) => to === mobileNumber)?.text ?? '')?.[0]
      return code
    })
    .toBeDefined()
  return code ?? ''
}

const statusOf = async (page: Page, path: string) => (await page.goto(path))?.status()

describe('seats that are held without paying', () => {
  it('R4.58 R6.12 R9.8 R8.4 a member holds two on a phone and pays them later by card from another browser; a stranger finds nothing', async () => {
    const customerId = await makeMember()
    let reservation = ''
    await visit(PHONE, async (shopper) => {
      await enterAs(shopper, customerId)
      reservation = await holdOnPhone(shopper)
      const text = await shopper.page.locator('main').innerText()
      expect(text).toMatch(/אפשר לשלם כאן או בקופה, עד .+\d\d:\d\d/)
      expect(text).toContain('עד 30 דקות לפני המופע')
      // The long identifier stands in the address alone: people say the number of eight signs.
      expect(text).toMatch(new RegExp(`${textOf('he')('reservation.number')}\\s+[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}(?!\\S)`))
      expect(text).not.toContain(reservation)
      await expectAccessible(shopper.page, 'an unpaid hold')
      await shopper.page.goto('/booking/checkout?isHold=1')
      expect(shopper.page.url()).toContain(`/cart/${reservation}`)
    })
    await visit(DESK, async ({ page }) => {
      expect(await statusOf(page, `/cart/${reservation}`)).toBe(404)
    })
    await visit(DESK, async (shopper) => {
      await enterAs(shopper, customerId)
      await shopper.page.goto(`/cart/${reservation}`)
      await shopper.press(shopper.page.getByRole('button', { name: /^לתשלום עכשיו/ }))
      await shopper.cardForm.getByLabel('CVV').waitFor()
      await shopper.payBy('4580000000000018')
      await shopper.page
        .getByRole('alert')
        .filter({ hasText: /: CARD_DECLINED/ })
        .waitFor()
      await shopper.payBy()
      expect(await shopper.confirmed()).toBe(reservation)
    })
  })

  it('R4.53 R4.54 R5.23 R2.58 need a login, which the page offers, and a membership; buying as usual stays open', async () => {
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await page.goto(`/order/${String(THEATRE)}?isHold=1`)
      await page.getByText('לשמירת מקומות בלי תשלום צריך להתחבר.').waitFor()
      expect(await page.locator('.seclist, svg.map').count()).toBe(0)
      await page.locator('astro-island:not([ssr]) .sign-in-gate').waitFor()
      await expectAccessible(page, 'the sign-in before a hold')
      await signInAs(await shopper.uuid, await makeCustomer())
      await page.reload()
      await page.getByText('שמירת מקומות בלי תשלום היא למנויים בלבד.').waitFor()
      await expectAccessible(page, 'a hold without a membership')
      await shopper.press(page.getByRole('link', { name: 'קנייה רגילה' }))
      await page.locator('.seclist').waitFor()
      expect(page.url()).not.toContain('isHold')
      expect(await page.getByRole('link', { name: 'שמירה בלי תשלום' }).count()).toBe(0)
    })
  })

  it('R2.58 begin for a member who is not signed in with a code, and go on where they were asked for', async () => {
    const mobileNumber = newNumber()
    await makeMembership(await makeCustomer({ mobileNumber }))
    await visit(PHONE, async (shopper) => {
      const { page } = shopper
      await page.goto(`/order/${String(THEATRE)}?isHold=1`)
      await page.locator('astro-island:not([ssr]) .sign-in-gate').waitFor()
      await page.getByLabel('מספר טלפון נייד').fill(mobileNumber)
      await shopper.press(page.getByRole('button', { name: 'שלחו לי קוד' }))
      await page.getByLabel('קוד אימות').fill(await codeTo(mobileNumber))
      await page.locator('.seclist').waitFor()
      expect(page.url()).toContain(`/order/${String(THEATRE)}?isHold=1`)
      await page.getByText('שמירת מקומות בלי תשלום').first().waitFor()
    })
  })

  it('R4.56 are gone half an hour before the show, and their page says so', async () => {
    const customerId = await makeMember()
    await visit(PHONE, async (shopper) => {
      await enterAs(shopper, customerId)
      const reservation = await holdOnPhone(shopper)
      await database().query(`UPDATE orders SET pay_until = now() - interval '1 second' WHERE reservation_identifier = $1`, [reservation])
      await shopper.page.reload()
      await heading(shopper, 'זמן השמירה נגמר')
      await expectAccessible(shopper.page, 'a hold that has lapsed')
    })
  })

  it('are held by the keyboard alone; each state is silent for axe', async () => {
    const customerId = await makeMember()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await enterAs(shopper, customerId)
      const enter = async (name: string, role: 'link' | 'button') => {
        const target = page.getByRole(role, { name }).filter({ visible: true }).first()
        await target.focus()
        await page.keyboard.press('Enter')
      }
      await enter('שמירה בלי תשלום', 'link')
      await page.locator('.seclist').waitFor()
      const section = page.locator('.seclist details').last()
      if ((await section.getAttribute('open')) === null) {
        await section.locator('summary').focus()
        await page.keyboard.press('Enter')
      }
      const seat = section.locator('.sbtn[aria-pressed="false"]').first()
      await seat.waitFor()
      await expectAccessible(page, 'the order page in hold mode')
      await seat.focus()
      await page.keyboard.press('Space')
      await shopper.expectChosen(1)
      await page.getByRole('timer').waitFor()
      await enter('המשך', 'button')
      await page.getByRole('heading', { name: 'איזה כרטיס לכל מושב?' }).waitFor()
      await page.waitForURL(/isHold=1/)
      await page.goto('/booking/checkout?isHold=1')
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      await expectAccessible(page, 'the details of a hold')
      expect(await page.getByLabel('שם פרטי').inputValue()).toBe('נועה')
      await page.getByLabel('תעודת זהות', { exact: true }).focus()
      await page.keyboard.type(TYPED['תעודת זהות'])
      await page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }).focus()
      await page.keyboard.press('Space')
      await enter('שמירת המקומות', 'button')
      await held(shopper)
    })
  })

  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('are no premium ones: a press on one says so beside it, names the nearest and the way to buy, on %s', async (_where, options) => {
    const customerId = await makeMember()
    await visit(options, async (shopper) => {
      const { page } = shopper
      await enterAs(shopper, customerId)
      await page.goto(`/order/${String(THEATRE)}?isHold=1`)
      const premium = page.locator('[role=gridcell][aria-label*="פרימיום"]').first()
      await premium.waitFor({ state: 'attached' })
      expect(await premium.getAttribute('aria-label')).toContain('לא ניתן לשמירה בלי תשלום')
      await premium.dispatchEvent('click')
      const callout = page.locator('.callout')
      await callout.waitFor()
      expect(await callout.locator('p').innerText()).toMatch(/^שורה \d+, מושב \d+: מושב פרימיום לא נשמר בלי תשלום\.$/)
      expect(await callout.getByRole('link', { name: 'לקנות עכשיו במקום לשמור' }).getAttribute('href')).toBe(`/order/${String(THEATRE)}`)
      const box = await callout.boundingBox()
      const bar = await page.locator('.bar').boundingBox()
      expect((box?.y ?? -1) >= 60 && (box?.y ?? 0) + (box?.height ?? 0) <= (bar?.y ?? 900)).toBe(true)
      await shopper.press(callout.getByRole('button', { name: /^הקרוב ביותר: / }))
      await shopper.expectChosen(1)
      expect(await page.locator('[role=gridcell][aria-selected=true]').getAttribute('aria-label')).not.toContain('פרימיום')
    })
  })

  it('R4.57 are read and committed with the flag of a hold', async () => {
    const customerId = await makeMember()
    await visit(DESK, async (shopper) => {
      const { page } = shopper
      await enterAs(shopper, customerId)
      const status = page.waitForRequest((request) => request.url().includes('/seats-status') && request.frame().url().includes('isHold'))
      await page.goto(`/order/${String(THEATRE)}?isHold=1`)
      expect(new URL((await status).url()).searchParams.get('isHold')).toBe('1')
      await shopper.takeFromList(1)
      await toHoldDetails(shopper)
      await shopper.fillDetails()
      const commit = page.waitForRequest((request) => request.url().includes('/api/payment/commit'))
      await shopper.press(shopper.goOn)
      expect((await commit).postDataJSON()).toMatchObject({ cart: { isHold: true } })
      await held(shopper)
    })
  })
})
