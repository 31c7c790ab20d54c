import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { CUSTOMER } from '#tests/support/buyers/house.ts'
import type { HallSeat } from '#tests/support/seats/showings.ts'
import { withPage } from './lent-pages.ts'
import { StoredCarts } from './stored-carts.ts'

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/** The fields of the details and what a customer types into them. */
export const TYPED = {
  'שם פרטי': CUSTOMER.firstName,
  'שם משפחה': CUSTOMER.lastName,
  'טלפון נייד': CUSTOMER.mobileNumber,
  'אימות טלפון נייד': '0547314821',
  'דואר אלקטרוני': CUSTOMER.email,
  'תעודת זהות': CUSTOMER.ssn,
} as const

/** What the test cards want beside their number. */
export const CARD_REST = { תוקף: '12/39', CVV: '123', 'השם שעל הכרטיס': 'נועה ברקאי', 'ת״ז של בעלי הכרטיס': '123456782' } as const

/** Lines of the console that come with a refusal or a lost connection, and mean nothing else. */
const EXPECTED_LINE =
  /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_(FAILED|ABORTED|INTERNET_DISCONNECTED))/

/** Opens a browser of its own for one visitor; afterwards the console must have been silent. */
export async function asShopper(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  work: (shopper: Shopper) => Promise<void>,
): Promise<void> {
  await withPage(browser, origin, { baseURL: origin, reducedMotion: 'reduce', locale: 'he-IL', ...options }, async (page) => {
    const shopper = new Shopper(page)
    await work(shopper)
    expect(shopper.complaints).toEqual([])
  })
}

/** This tab is behind another one from now on, where it does not ask whether its seats were bought elsewhere. */
export async function putBehind({ page }: Shopper): Promise<void> {
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
}

/** A seat of the list that anybody takes alone: no wheelchair place and none beside one. */
const PLAIN_SEAT = '.sbtn[aria-pressed="false"]:not([aria-label*="מלווה"], [aria-label*="גלגלים"])'

/** A visitor with a browser, who looks for what the page says and presses it. */
export class Shopper {
  readonly page: Page
  /** What the console said that it should not have. */
  readonly complaints: string[] = []
  readonly storedCarts: StoredCarts

  constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(40_000)
    this.storedCarts = new StoredCarts(page)
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type()) && !EXPECTED_LINE.test(line.text())) this.complaints.push(line.text())
    })
  }

  static async enter(context: BrowserContext): Promise<Shopper> {
    return new Shopper(await context.newPage())
  }

  /** The same visitor in another tab. */
  async secondTab(): Promise<Shopper> {
    return Shopper.enter(this.page.context())
  }

  get uuid(): Promise<string> {
    return this.page.locator('meta[name=visitor]').getAttribute('content').then(String)
  }

  // ── seats ──

  async openOrder(presentationId: number): Promise<void> {
    await this.page.goto(`/order/${String(presentationId)}`)
    await this.page.locator('.seclist').waitFor()
    await expect.poll(() => this.page.locator('[role=grid] [role=gridcell], .ga-place').count()).toBeGreaterThan(0)
  }

  /** Clicks, or taps on a touch screen, where the map draws the seat; zoomed in as far as a thumb needs. */
  async pressOnMap(seat: HallSeat): Promise<void> {
    const at = await this.pointOf(seat)
    if ((await this.page.evaluate(() => navigator.maxTouchPoints)) > 0) await this.page.touchscreen.tap(...at)
    else await this.page.mouse.click(...at)
  }

  /** The first of some runs of seats that the map shows whole, not covered by anything. */
  async firstInSight(runs: readonly (readonly HallSeat[])[]): Promise<readonly HallSeat[]> {
    for (const run of runs) {
      const points = await Promise.all(run.map((seat) => this.pointOf(seat)))
      if (await this.page.evaluate((all) => all.every(([x, y]) => document.elementFromPoint(x, y)?.closest('.map-layers')), points))
        return run
    }
    throw new Error('The map shows none of these seats.')
  }

  private async pointOf({ plan }: HallSeat): Promise<[number, number]> {
    return this.page.locator('svg.map:not(.grounds) > g').evaluate(
      (root: SVGGElement, [x, y]): [number, number] => {
        const matrix = root.getScreenCTM()
        return matrix ? [matrix.a * x + matrix.e, matrix.d * y + matrix.f] : [0, 0]
      },
      [...plan] as [number, number],
    )
  }

  /** Takes the first free seats of the list. */
  async takeFromList(count: number): Promise<void> {
    const section = this.page.locator('.seclist details').last()
    if ((await section.getAttribute('open')) === null) await section.locator('summary').click()
    const row = await this.roomyRow(section, count)
    for (let taken = 0; taken < count; taken += 1) {
      await row.locator(PLAIN_SEAT).first().click()
      await this.expectChosen(taken + 1)
    }
    await this.page.locator('.timer[role=timer]').waitFor()
  }

  /** Takes these seats from the list, one after another. */
  async takeTheseFromList(seats: readonly HallSeat[]): Promise<void> {
    for (const [at, { section, row, name }] of seats.entries()) {
      const list = this.page.locator('.seclist details').filter({ has: this.page.locator('summary').getByText(section, { exact: true }) })
      if ((await list.getAttribute('open')) === null) await list.locator('summary').click()
      await list
        .locator('.sbtn')
        .and(this.page.getByLabel(`שורה ${row}, מושב ${name},`))
        .click()
      await this.expectChosen(at + 1)
    }
  }

  /** One more seat of the section that `takeFromList` has chosen from, in a row of its own. */
  async takeFromNextRow(chosen: number): Promise<void> {
    await (await this.roomyRow(this.page.locator('.seclist details').last(), 1)).locator(PLAIN_SEAT).first().click()
    await this.expectChosen(chosen + 1)
  }

  /** A row without a chosen seat and with room: what is left beside the choice is never a single seat by chance. */
  async roomyRow(section: Locator, count: number): Promise<Locator> {
    const rows = section.locator('.rw')
    await rows.first().waitFor()
    const roomy = await rows.evaluateAll(
      (all, [plain, least]) =>
        all.findIndex((row) => row.querySelectorAll(plain).length >= least && !row.querySelector('[aria-pressed=true]')),
      [PLAIN_SEAT, count + 4] as const,
    )
    return rows.nth(Math.max(0, roomy))
  }

  /** Adds places of general admission, in the first section that has any. */
  async addPlaces(count: number): Promise<void> {
    const stepper = this.page.locator('.ga-place').first()
    for (let taken = 1; taken <= count; taken += 1) {
      await this.press(stepper.getByRole('button', { name: /^עוד כרטיס/ }))
      await expect.poll(() => stepper.locator('[aria-live]').innerText()).toBe(String(taken))
    }
    await this.page.locator('.timer[role=timer]').waitFor()
  }

  /** How many seats the page says are chosen; where none are numbered, how many tickets. */
  async expectChosen(count: number): Promise<void> {
    const words =
      count === 0
        ? /בחרו (מושב במפה|כמה כרטיסים)/
        : count === 1
          ? /(מושב|כרטיס) אחד/
          : new RegExp(`(^|\\D)${String(count)} (מושבים|כרטיסים)`)
    await expect.poll(() => this.page.locator('.tray-h:visible:not(.best-above *), .bar:visible').first().innerText()).toMatch(words)
  }

  // ── from step to step ──

  /** The one button that goes on: in the summary on a desk, in the bar on a phone. */
  get goOn(): Locator {
    return this.page.locator('aside .btn.primary:visible, .bar .btn.primary:visible, form:not(.best-above *) .btn.primary:visible').first()
  }

  async press(button: Locator): Promise<void> {
    if ((await this.page.evaluate(() => navigator.maxTouchPoints)) > 0) await button.tap()
    else await button.click()
  }

  async toTickets(): Promise<void> {
    await this.press(this.goOn)
    await this.page.getByRole('heading', { name: /^(איזה כרטיס לכל מושב|אילו כרטיסים)\?$/ }).waitFor()
  }

  /** One ticket of another type than the ordinary one; by default the first such type. */
  async takeOneOf(type?: string): Promise<void> {
    const rows = this.page.locator('.tk.counts > li').filter({ has: this.page.locator('.stepper') })
    const row = type === undefined ? rows.nth(1) : rows.filter({ hasText: type }).first()
    await this.press(row.getByRole('button', { name: /^הוספת / }))
  }

  async toProducts(): Promise<void> {
    await this.press(this.goOn)
    await this.page.getByRole('heading', { name: 'להוסיף להזמנה?' }).waitFor()
  }

  /** From the ticket types on; a presentation without products has no step for them. */
  async toDetails(): Promise<void> {
    if (!this.page.url().includes('step=products') && !(await this.goOn.innerText()).includes('לתשלום')) await this.toProducts()
    await this.press(this.goOn)
    await this.page.waitForURL(/\/booking\/checkout$/)
    await this.page.locator('astro-island:not([ssr]) form#details').waitFor()
  }

  /** A number that was given for a code in this cart is kept: its field says that it may stay empty. */
  async fillDetails(typed: Partial<Record<keyof typeof TYPED, string>> = TYPED): Promise<void> {
    const called = (label: string): Locator => this.page.getByLabel(label, { exact: true })
    for (const [label, text] of Object.entries(typed))
      await called(label)
        .or(called(`${label} (לא חובה)`))
        .fill(text)
    await this.page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }).check()
  }

  async toPayment(): Promise<void> {
    await this.press(this.goOn)
    await this.page.waitForURL(/\/booking\/checkout\/payment$/)
    await this.cardForm.getByLabel('CVV').waitFor()
  }

  /** All the way from the chosen seats to the open card form. */
  async walkToPayment(): Promise<void> {
    await this.toTickets()
    await this.toDetails()
    await this.fillDetails()
    await this.toPayment()
  }

  // ── payment ──

  /** The provider's form in its frame. */
  get cardForm(): FrameLocator {
    return this.page.frameLocator('iframe.ready')
  }

  get payButton(): Locator {
    return this.cardForm.getByRole('button', { name: /^תשלום של/ })
  }

  async fillCard(number: string = CARDS.accepted): Promise<void> {
    const card = { 'מספר כרטיס': number, ...CARD_REST }
    for (const [label, text] of Object.entries(card)) await this.cardForm.getByLabel(label, { exact: true }).fill(text)
  }

  async payBy(number: string = CARDS.accepted): Promise<void> {
    await this.fillCard(number)
    await this.payButton.click()
  }

  /** What else can be done with an order stands behind a press on its page. */
  async openMore(): Promise<void> {
    const more = this.page.locator('.conf-more')
    if ((await more.getAttribute('open')) === null) await this.press(more.locator('summary'))
  }

  /** Waits for the confirmation. @returns the reservation's number. */
  async confirmed(): Promise<string> {
    await this.page.waitForURL(/\/cart\/[\w-]+$/)
    await this.page.getByRole('heading', { name: /^נתראה ב/ }).waitFor()
    return this.page.url().split('/').at(-1) ?? ''
  }
}
