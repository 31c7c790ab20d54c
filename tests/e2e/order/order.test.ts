import type { Page } from 'playwright'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import { allAxeComplaints } from '#tests/support/browser/axe.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }
const DETAILS = {
  firstName: 'נועה',
  lastName: 'ברקאי',
  mobileNumber: '054-731-4821',
  verifyMobileNumber: '+972 54 731 4821',
  email: 'noa.barkai@example.com',
  ssn: '123456782',
}

let presentation: PresentationAnswer
beforeAll(async () => {
  presentation = findShowing(
    await openShowings(origin),
    (one) => one.seatingMode === 'reserved' && one.products.length > 0 && hasTypes(one, 'יציע'),
  )
})
/** Whether seats of a price category, which is the last section of the list, are sold to more than one type of buyer. */
function hasTypes({ ticketGroups }: PresentationAnswer, category: string): boolean {
  return ticketGroups.some(({ name, tickets }) => name.includes(category) && tickets.length > 1)
}

/** A visitor with a browser of their own. */
async function visit(viewport: { width: number; height: number }, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport, hasTouch: viewport.width < 900 })
  try {
    await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** The one button that goes on: in the summary on a desk, in the bar on a phone. */
const goOn = (page: Page) => page.locator('aside .btn.primary:visible, .bar .btn.primary:visible, form .btn.primary:visible').first()

/** A companion's place is not sold alone. */
const ORDINARY = '.sbtn[aria-pressed=false]:not([aria-label*="מלווה"], [aria-label*="כיסא גלגלים"])'

/** Takes free seats from the list, side by side at the far end of the hall. */
async function takeSeats(page: Page, count: number): Promise<void> {
  await page.goto(`${origin}/order/${String(presentation.id)}`, { waitUntil: 'networkidle' })
  const section = page.locator('.seclist details').last()
  if (!(await section.evaluate((details) => (details as HTMLDetailsElement).open))) await section.locator('summary').click()
  for (let taken = 0; taken < count; taken += 1) {
    await section.locator(ORDINARY).first().click()
    await expect.poll(() => section.locator('.sbtn[aria-pressed=true]').count()).toBe(taken + 1)
  }
  await expect.poll(() => page.locator('.timer').count()).toBe(1)
}

async function toDetails(page: Page, count = 2): Promise<void> {
  await takeSeats(page, count)
  await goOn(page).click()
  await page.waitForURL(/step=tickets/)
  await goOn(page).click()
  await page.waitForURL(/step=products/)
  await goOn(page).click()
  await page.waitForURL(/\/booking\/checkout$/)
  await page.waitForLoadState('networkidle')
}

async function toPayment(page: Page): Promise<void> {
  for (const [field, text] of Object.entries(DETAILS)) await page.fill(`#field-${field}`, text)
  await page.check('#field-termsAcceptance')
  await goOn(page).click()
  await page.waitForURL(/\/booking\/checkout\/payment$/)
}

async function payWith(page: Page, number: string): Promise<void> {
  await page.waitForSelector('iframe.ready')
  const form = page.frameLocator('iframe.ready')
  const card = { number, expiry: '12/30', cvv: '123', holderId: '123456782', holderName: 'Noa Barkai' }
  for (const [field, text] of Object.entries(card)) await form.locator(`[name=${field}]`).fill(text)
  await form.getByRole('button', { name: /^תשלום של/ }).click()
}

async function expectNoAxe(page: Page): Promise<void> {
  expect(await allAxeComplaints(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

describe.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])('an order on %s', (_name, viewport) => {
  it('R2.39 R2.41 R2.42 R2.43 R2.44 R4.62 goes seats, ticket types, products, details, payment, confirmation', async () => {
    await visit(viewport, async (page) => {
      await takeSeats(page, 2)
      await expectNoAxe(page)
      await goOn(page).click()
      await page.waitForURL(/step=tickets/)
      await expect.poll(() => page.locator('.tk .stepper select').first().inputValue()).toBe('2')
      await expectNoAxe(page)
      await goOn(page).click()
      await page.waitForURL(/step=products/)
      await page.locator('.prod .stepper button').nth(1).click()
      expect(await page.locator('.prod .stepper > span').first().textContent()).toBe('1')
      await expectNoAxe(page)
      const total = await page.locator('.sum .tot dd').textContent()
      await goOn(page).click()
      await page.waitForURL(/\/booking\/checkout$/)
      await page.waitForLoadState('networkidle')
      expect(await page.locator('.sum .tot dd').textContent()).toBe(total)
      await expectNoAxe(page)
      await toPayment(page)
      await page.waitForSelector('iframe.ready')
      await expectNoAxe(page)
      await payWith(page, '4580000000000000')
      await page.waitForURL(/\/cart\/[\w-]+$/)
      expect(await page.locator('.ticket .qr svg').count()).toBe(2)
      // The address holds the reservation identifier; the page tells the number that people say.
      expect(await page.locator('.conf').innerText()).toMatch(/\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/)
      await expectNoAxe(page)
    })
  })
})

describe('the details', () => {
  it('R5.3 R5.5 name what is wrong, focus the first wrong field and lose nothing', async () => {
    await visit(PHONE, async (page) => {
      await toDetails(page, 1)
      await goOn(page).click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-firstName')
      expect(await page.locator('.note.bad').textContent()).toBe('אנא ודאו שכל השדות הוזנו כראוי')
      await expectNoAxe(page)
      for (const [field, text] of Object.entries({ ...DETAILS, verifyMobileNumber: '0547314812' })) await page.fill(`#field-${field}`, text)
      await page.check('#field-termsAcceptance')
      await goOn(page).click()
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-verifyMobileNumber')
      expect(await page.locator('#field-verifyMobileNumber-problem').textContent()).toBe('מספרי הנייד אינם זהים')
      await page.reload({ waitUntil: 'networkidle' })
      expect(await page.inputValue('#field-email')).toBe(DETAILS.email)
      expect(await page.inputValue('#field-ssn')).toBe('')
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(DETAILS.ssn)
    })
  })
})

describe('the payment', () => {
  it('R8.1 shows a declined card as message: error and takes another one', async () => {
    await visit(DESK, async (page) => {
      await toDetails(page, 1)
      await toPayment(page)
      await payWith(page, '4580000000000018')
      await page.waitForSelector('.note.bad')
      expect(await page.locator('.note.bad').innerText()).toMatch(/(^|\n).+: CARD_DECLINED($|\n)/)
      await expectNoAxe(page)
      await payWith(page, '4580000000000000')
      await page.waitForURL(/\/cart\/[\w-]+$/)
    })
  })

  it('asks the same commit again when the connection is lost, and buys once', async () => {
    await visit(DESK, async (page) => {
      await toDetails(page, 1)
      await toPayment(page)
      let calls = 0
      await page.route('**/api/payment/commit**', async (route) => {
        calls += 1
        if (calls === 1) await route.fetch()
        if (calls < 3) await route.abort()
        else await route.continue()
      })
      await payWith(page, '4580000000000000')
      await page.waitForSelector('.pay-wait')
      await page.waitForURL(/\/cart\/[\w-]+$/)
      expect(calls).toBe(3)
      const bought = page.url()
      await page.goto(`${origin}/booking/checkout/payment`)
      expect(page.url()).toBe(bought)
    })
  })
})

it('R7.88 R7.89 R7.90 R7.91 R7.92 each e-commerce event is pushed once, without anything personal', async () => {
  await visit(DESK, async (page) => {
    const events: unknown[] = []
    await page.exposeFunction('keepEvent', (event: unknown) => events.push(event))
    await page.addInitScript('window.dataLayer = { push: (event) => window.keepEvent(event) }')
    await toDetails(page, 1)
    await page.reload({ waitUntil: 'networkidle' })
    await toPayment(page)
    await payWith(page, '4580000000000000')
    await page.waitForURL(/\/cart\/[\w-]+$/)
    await page.reload({ waitUntil: 'networkidle' })
    const names = events.map((event) => (event as { event: string }).event)
    expect(names).toEqual(['view_item', 'add_to_cart', 'begin_checkout', 'add_payment_info', 'purchase'])
    expect(events.every((event) => (event as { ecommerce: { currency: string } }).ecommerce.currency === 'ILS')).toBe(true)
    expect(JSON.stringify(events)).not.toMatch(/נועה|ברקאי|054|example\.com|123456782/)
  })
})

describe('the hold', () => {
  it('R4.36 R4.38 R4.40 ends at the timer’s url, says why, and begins anew', async () => {
    await visit(DESK, async (page) => {
      await page.clock.install()
      await takeSeats(page, 1)
      await goOn(page).click()
      await page.waitForURL(/step=tickets/)
      await page.clock.fastForward('08:30')
      await expect.poll(() => page.locator('.timer').getAttribute('class')).toContain('soon')
      await page.clock.fastForward('01:40')
      await page.waitForSelector('dialog[open]')
      expect(await page.locator('dialog[open] h2').textContent()).toBe('הזמן לשמירת המושבים נגמר')
      await page.clock.fastForward('00:10')
      await page.waitForURL(`${origin}/order/${String(presentation.id)}`)
      await page.waitForSelector('.note.warn')
    })
  })
})

/** Presses Tab until the focus is where it should be. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 1000; presses += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${selector}.`)
}

/** Types into the payment frame, whose focus only the frame itself knows. */
async function typeCard(page: Page): Promise<void> {
  const card: Readonly<Record<string, string>> = {
    number: '4580000000000000',
    expiry: '12/30',
    cvv: '123',
    holderId: '123456782',
    holderName: 'Noa',
  }
  const frame = page.frames().find((one) => one.url().includes('/sandbox/'))
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await frame?.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName)
    if (name && card[name] !== undefined) await page.keyboard.type(card[name])
    if (name === 'BUTTON') return page.keyboard.press('Enter')
  }
}

it('R2.44 two seats can be bought by keyboard only', async () => {
  await visit(DESK, async (page) => {
    await page.goto(`${origin}/order/${String(presentation.id)}`, { waitUntil: 'networkidle' })
    await page.waitForSelector('.seclist summary')
    await tabTo(page, '.seclist summary')
    if ((await page.locator('.seclist details[open]').count()) === 0) await page.keyboard.press('Enter')
    await page.waitForSelector('.seclist details[open] .sbtn[aria-pressed=false]')
    for (let taken = 0; taken < 2; taken += 1) {
      await tabTo(page, '.seclist details[open] .sbtn[aria-pressed=false]')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('.sbtn[aria-pressed=true]').count()).toBe(taken + 1)
    }
    await tabTo(page, 'aside .btn.primary')
    await page.keyboard.press('Enter')
    await page.waitForURL(/step=tickets/)
    await page.waitForSelector('.order-h:focus')
    await tabTo(page, 'aside .btn.primary')
    await page.keyboard.press('Enter')
    await page.waitForURL(/step=products/)
    await page.waitForSelector('.order-sub h2:focus') // a press before the step is drawn would be the last step's
    await tabTo(page, 'aside .btn.primary')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/booking\/checkout$/)
    await page.waitForLoadState('networkidle')
    for (const [field, text] of Object.entries(DETAILS)) {
      await tabTo(page, `#field-${field}`)
      await page.keyboard.type(text)
    }
    await tabTo(page, '#field-termsAcceptance')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.waitForSelector('iframe.ready')
    await typeCard(page)
    await page.waitForURL(/\/cart\/[\w-]+$/)
    expect(await page.locator('.ticket .qr svg').count()).toBe(2)
  })
})
