import { afterAll, beforeAll, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { TestVisitor } from '#tests/support/buyers/visitor.ts'
import { browser } from '#tests/support/browser/chromium.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { handsOf, tabTo } from '#tests/support/browser/hands.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { catalogueChanged, joinShopDatabase, letHoldEndIn, letWaitEnd } from '#tests/support/browser/shop-database.ts'
import { asShopper, DESK, PHONE, TYPED, type Shopper } from '#tests/support/browser/shopper.ts'
import { CARDS } from '#tests/support/buyers/buyer.ts'
import { checkInvariants } from '#tests/support/database/database.ts'

beforeAll(joinShopDatabase)
afterAll(checkInvariants)

const formButton = ({ page }: Shopper) => page.locator('.mem-form button.primary:visible')
const goOn = ({ page }: Shopper) => page.locator('button[form=go-on]:visible:enabled')
/** The shekels of a text with one amount. */
const amountIn = (text: string) => Number(/₪\s?([\d,.]+)/.exec(text)?.[1]?.replaceAll(',', ''))

async function mapIsAlive({ page }: Shopper): Promise<void> {
  await page.locator('#list details').first().waitFor({ timeout: 20_000 })
  if ((await page.locator('#list .sbtn:visible').count()) === 0) await page.locator('#list summary').last().click()
  await page.locator('#list .sbtn:visible').first().waitFor()
}

/** Opens the list's sections and presses so many seats that are not chosen yet. */
async function takeFromList(shopper: Shopper, count: number): Promise<void> {
  const { page } = shopper
  const chosen = await page.locator('#list .sbtn[aria-pressed=true]').count()
  for (let at = 1; at <= count; at++) {
    await page.locator('#list .sbtn[aria-pressed=false]:visible').first().click()
    await page.locator(`#list .sbtn[aria-pressed=true] >> nth=${String(chosen + at - 1)}`).waitFor()
  }
}

/** The dates on which the visitor has seats, each with how many. */
async function heldOn(uuid: string): Promise<readonly (readonly [number, number])[]> {
  const { rows } = await database().query<{ id: number; held: number }>(
    `SELECT presentation_id AS id, count(*)::int AS held FROM seat_claim WHERE holder = $1 AND state = 'H' AND expires_at > now() GROUP BY 1 ORDER BY 1`,
    [uuid],
  )
  return rows.map(({ id, held }) => [id, held] as const)
}

/** The names of the order's steps, and where the finished ones lead. */
async function stepsOf({ page }: Shopper): Promise<readonly (string | null)[][]> {
  const steps = await page.locator('nav.steps li').all()
  return Promise.all(
    steps.map(async (step) => {
      const link = step.locator('a')
      return [await step.locator('.t').textContent(), (await link.count()) > 0 ? await link.getAttribute('href') : null]
    }),
  )
}

/** Lets the second series with a map be sold while `work` runs. */
async function withTwoMaps(work: () => Promise<void>): Promise<void> {
  const { rows } = await database().query<{ closes: Date }>('SELECT sale_closes_at AS closes FROM membership WHERE membership_id = 23')
  await database().query(`UPDATE membership SET sale_closes_at = now() + interval '1 day' WHERE membership_id = 23`)
  await catalogueChanged()
  try {
    await work()
  } finally {
    await database().query('UPDATE membership SET sale_closes_at = $1 WHERE membership_id = 23', [rows[0]?.closes])
    await catalogueChanged()
  }
}

/** Somebody else locks, on one date, the seat that the list offers first; answers its words on the list. */
async function takeElsewhere({ page }: Shopper, presentationId: number): Promise<string> {
  const plan = await page.evaluate(async () => {
    const answer = await fetch('/api/membership/seatplan?membershipId=21', {
      headers: { uuid: document.querySelector<HTMLMetaElement>('meta[name=visitor]')?.content ?? '' },
    })
    return (await answer.json()) as {
      seatplan: { id: number; venueId: number; sections: Record<string, { seats: [number, number][] }> }
      dates: { sets: number[][]; seats: number[]; ticketGroup: number[] }
    }
  })
  const { seatplan, dates } = plan
  const sets = dates.seats.flatMap((value, at) => (at % 2 === 0 ? Array.from({ length: dates.seats[at + 1] ?? 0 }, () => value) : []))
  const all = Object.entries(seatplan.sections).flatMap(([id, { seats }]) => seats.map(([x, y]) => ({ id: Number(id), x, y })))
  const at = sets.findLastIndex((set) => dates.sets[set]?.length === 0)
  const seat = all[at]
  const groups = dates.ticketGroup.flatMap((value, n) =>
    n % 2 === 0 ? Array.from({ length: dates.ticketGroup[n + 1] ?? 0 }, () => value) : [],
  )
  const address = {
    ...{ PresentationId: presentationId, VenueId: seatplan.venueId, VenueSeatplanId: seatplan.id, VenueSectionId: seat?.id },
    ...{ TicketGroupId: groups[at], XCoordinate: seat?.x, YCoordinate: seat?.y },
  }
  expect((await new TestVisitor(origin).put('/api/seats/lock-seat', { seat: address })).status).toBe(200)
  return String(at)
}

/**
 * Shows the seats of a date by a press on its button; a press on a seat that is taken on another date is refused and leads back to all dates.
 * @param taken the date on which somebody has just taken a seat that is free on the others
 */
async function expectDateShown({ page }: Shopper, taken: number): Promise<void> {
  const { rows } = await database().query<{ id: number }>(
    `SELECT presentation_id AS id FROM membership_presentation JOIN presentation USING (presentation_id) WHERE membership_id = 21 ORDER BY starts_at`,
  )
  const shown = rows.findIndex(({ id }) => id !== taken) + 1
  const dates = page.locator('.date-strip button')
  const pressed = () => dates.evaluateAll((all) => all.map((one) => one.getAttribute('aria-pressed') === 'true'))
  const seats = () => page.locator('#list .sbtn').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const onAll = new Set(await seats())
  const onlySome = async () => (await seats()).find((seat) => !onAll.has(seat))
  expect(await pressed()).toEqual([true, false, false, false, false])
  await dates.nth(shown).click()
  await expect.poll(pressed).toEqual([0, 1, 2, 3, 4].map((at) => at === shown))
  await expect.poll(onlySome).toBeDefined()
  await expectAccessible(page, 'the seats of one date')
  await page.getByRole('button', { name: (await onlySome()) ?? '', exact: true }).click()
  await expect.poll(pressed).toEqual([true, false, false, false, false])
  await page
    .getByText(/תפוס ב־/)
    .first()
    .waitFor()
  await expect.poll(onlySome).toBeUndefined()
  expect(await page.locator('#list .sbtn[aria-pressed=true]').count()).toBe(0)
}

/** Somebody else is quicker on one date: the refusal names it, and what is offered instead is free on all. */
async function expectOffered(shopper: Shopper, presentationId: number): Promise<void> {
  const { page } = shopper
  await page.route(
    '**/api/membership/lock-seat*',
    async (route) => {
      const { seat } = route.request().postDataJSON() as { readonly seat: object }
      const taken = await new TestVisitor(origin).put('/api/seats/lock-seat', { seat: { ...seat, PresentationId: presentationId } })
      expect(taken.status).toBe(200)
      await route.continue()
    },
    { times: 1 },
  )
  await page.locator('#list .sbtn[aria-pressed=false]:visible').first().click()
  const dialog = page.getByRole('dialog', { name: 'מישהו הקדים אתכם ברגע' })
  await dialog.waitFor()
  expect(await dialog.innerText()).toMatch(/תפוס באחד מתוך 4 המועדים[^]*תפוס ב־/)
  expect(await dialog.getByRole('link').count()).toBe(0)
  await expectAccessible(page, 'a seat of a series taken by somebody else')
  await dialog
    .getByRole('button', { name: /^לקחת את/ })
    .first()
    .click()
  const uuid = await shopper.uuid
  await expect.poll(() => heldOn(uuid)).toEqual([1011008, 3011016, 7011016, 9011016].map((id) => [id, 1]))
}

it(
  'R2.46 R4.64 on a phone: two series walked one at a time, one seat on all dates, details, a card that is declined and one that is not, and the cards of members',
  { timeout: 120_000 },
  async () => {
    await asShopper(browser, origin, PHONE, async (shopper) => {
      const { page } = shopper
      await page.goto('/membership/premieres')
      await page.locator('.tile input').nth(0).check({ force: true })
      await page.locator('.tile input').nth(1).check({ force: true })
      await page.locator('.tile input').nth(2).check({ force: true })
      await page.locator('#name-adult').fill('נועה ברקאי')
      await page.locator('input[name^=name-]:visible').last().fill('רות ברקאי')
      await shopper.press(formButton(shopper))
      await page.waitForURL('**/enroll/premieres/seats')
      await mapIsAlive(shopper)
      expect(await page.locator('.walk').innerText()).toContain('סדרה 1 מתוך 2')
      await expect.poll(() => page.locator('.date-strip small').allInnerTexts()).toEqual(Array(5).fill(expect.stringMatching(/\d+ פנויים/)))
      const before = await page.locator('#list .sbtn').count()
      await takeElsewhere(shopper, 3011016)
      await expect.poll(() => page.locator('#list .sbtn').count(), { timeout: 5_000 }).toBe(before - 1)
      await expectDateShown(shopper, 3011016)
      await expectOffered(shopper, 3011016)
      await takeFromList(shopper, 1)
      const uuid = await shopper.uuid
      await expect.poll(() => heldOn(uuid)).toEqual([1011008, 3011016, 7011016, 9011016].map((id) => [id, 2]))
      await expectAccessible(page, 'the chosen seats of a series')
      // A seat is given back by the keyboard, which stays in the list, and another one is taken.
      await page.locator('.bar button.t').tap()
      await page.locator('.bar-more .tray button').first().press('Enter')
      await expect.poll(() => page.locator('.bar-more .tray li').count()).toBe(1)
      expect(await page.locator('.bar-more .tray button:focus').count()).toBe(1)
      await page.locator('.bar button.t').tap()
      await takeFromList(shopper, 1)
      await shopper.press(goOn(shopper))
      await page.waitForURL(/\/booking\/checkout$/)
      expect(await page.locator('aside').innerText()).toMatch(/שתי סדרות, 3 מנויים[^]*סדרת הבכורות[^]*שורה [^]*מושב /)
      await page.locator('.timer[role=timer]', { hasText: 'המושבים שמורים' }).waitFor()
      expect(await page.locator('aside dt bdi').count()).toBeGreaterThanOrEqual(4)
      expect(await stepsOf(shopper)).toEqual([
        ['מנויים', '/membership/premieres'],
        ['מושבים', '/enroll/premieres/seats'],
        ['פרטים ותשלום', null],
        ['אישור', null],
      ])
      await expectAccessible(page, 'the checkout of series')
      expect(await heldOn(uuid)).toHaveLength(4)
      await shopper.fillDetails()
      await shopper.toPayment()
      await shopper.payBy(CARDS.declined)
      await page.getByRole('alert').filter({ hasText: 'CARD_DECLINED' }).waitFor()
      await shopper.cardForm.getByLabel('CVV').waitFor()
      expect((await heldOn(uuid)).map(([, held]) => held)).toEqual([2, 2, 2, 2])
      await shopper.payBy(CARDS.accepted)
      await page.waitForURL(/\/cart\/[\w-]+$/)
      await page.locator('.pass').first().waitFor()
      expect(await page.locator('.conf-tickets > .ticket').first().getAttribute('class')).toContain('pass')
      // One card for all evenings, each of which leads to its code.
      expect([await page.locator('.codes').count(), await page.locator('.ticket:has(.evenings) h2').first().innerText()]).toEqual([
        0,
        expect.stringContaining('סדרת הבכורות'),
      ])
      const evenings = await page
        .locator('.ticket .evenings a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      expect([evenings.length >= 4, new Set(evenings).size === evenings.length]).toEqual([true, true])
      expect(await page.locator('.account').last().innerText()).not.toMatch(/₪0(?!\d)/)
      // The cards by person, each to be opened; the first is shown whole already.
      expect([await page.locator('.pass-person li').count(), await page.locator('.pass:visible').count()]).toEqual([3, 1])
      await page.locator('.pass-person:not([open]) > summary').last().click()
      await page.locator('.pass-shown > summary:visible').last().click()
      await page
        .locator('.pass-shown .pass:visible')
        .getByRole('img', { name: /^קוד של מנוי/ })
        .waitFor()
      await expectAccessible(page, 'the confirmation of series, with their cards by person')
      const { rows } = await database().query<{ sold: number }>(
        `SELECT count(*)::int AS sold FROM seat_claim WHERE holder = $1 AND state = 'S'`,
        [uuid],
      )
      expect(rows).toEqual([{ sold: 8 }])
      await page.goto(evenings[0] ?? '')
      const said = await page.locator('.carousel .pager a').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
      expect(said.map((words) => words?.split(' · ')[0])).toEqual([1, 1, 2, 2, 3, 3, 4, 4].map((at) => `ערב ${String(at)} מתוך 4`))
      expect(new Set(said).size).toBe(8)
    })
  },
)

it.each([
  ['on a phone', PHONE],
  ['by keyboard alone on a desktop', DESK],
])(
  'R2.48 %s: fixed seats, rates, choice events, their seats, details and payment, confirmation',
  { timeout: 180_000 },
  async (_name, options) => {
    await asShopper(browser, origin, options, async (shopper) => {
      const { page } = shopper
      const byKeys = options === DESK
      const { press, write, pay } = handsOf(shopper, byKeys)
      const look = (state: string) => (byKeys ? expectAccessible(page, state) : expectNoScroll(shopper))
      const enter = (name: RegExp) => press(page.getByRole('button', { name }).and(page.locator(':visible')).first())
      const goesOn = (name: RegExp) => (byKeys ? enter(name) : press(page.locator('.mem-form .bar button')))
      await page.goto('/membership/season')
      await enter(/לבחירת מושב קבוע/)
      await page.waitForURL('**/enroll/season/seats')
      await page.locator('#list details').first().waitFor({ timeout: 20_000 })
      if ((await page.locator('#list .sbtn:visible').count()) === 0) await press(page.locator('#list summary').last())
      await press(page.locator('#list .sbtn[aria-pressed=false]:visible').first(), 'Space')
      await page.locator('#list .sbtn[aria-pressed=true]').waitFor()
      await look('the fixed seats of a season')
      await press(goOn(shopper))
      await page.waitForURL('**/enroll/season/rates')
      const rates = page.getByRole('radio')
      if (byKeys) {
        await tabTo(shopper, rates.first())
        await page.keyboard.press('ArrowDown')
      } else await rates.nth(1).check({ force: true })
      await write(/על שם/, 'רות ברקאי')
      await look('the rates of a season')
      await goesOn(/המשך למופעי הבחירה/)
      await page.waitForURL('**/enroll/season/choice')
      expect(await page.locator('aside').innerText()).toMatch(/אזרח ותיק[^]*תחסכו לפחות .?₪[^]* לעומת 8 כרטיסים בודדים/)
      await goesOn(/המשך למושבים/)
      await page.getByText('צריך לסמן בדיוק 3').waitFor()
      const counted = page.locator('.choice-count')
      const listed = page.locator('aside .evs li:not([hidden])')
      expect([await counted.innerText(), await listed.count()]).toEqual([expect.stringMatching(/בחרתם 0 מתוך 3/), 5])
      // What a show costs on top is in the sum as it is ticked, and out of it again.
      const dear = page.locator('.choice-option', { hasText: 'תוספת' }).first()
      const added = amountIn(await dear.innerText())
      const total = page.locator(`${byKeys ? 'aside' : '.bar'} [data-total] bdi`)
      const supplement = page.locator('aside [data-supplement]')
      const before = amountIn(await total.innerText())
      await press(dear.locator('input'), 'Space')
      expect([added > 0, amountIn(await total.innerText()) - before]).toEqual([true, added])
      expect([await supplement.getAttribute('hidden'), amountIn(String(await supplement.locator('bdi').textContent()))]).toEqual([
        null,
        added,
      ])
      expect(await page.locator('aside [data-of]:not([hidden])').count()).toBe(0)
      await press(dear.locator('input'), 'Space')
      expect([amountIn(await total.innerText()), await supplement.getAttribute('hidden')]).toEqual([before, ''])
      for (const at of [1, 2]) await press(page.locator('.choice-option input:enabled').nth(at), 'Space')
      expect([await counted.innerText(), await listed.count()]).toEqual([expect.stringMatching(/בחרתם 2 מתוך 3\s+נשאר מופע אחד לבחירה/), 7])
      await press(page.locator('.choice-option input:enabled').nth(3), 'Space')
      expect([await counted.innerText(), await counted.getAttribute('role')]).toEqual([expect.stringMatching(/בחרתם 3 מתוך 3/), 'status'])
      await look('the choice events of a season')
      await goesOn(/המשך למושבים/)
      await page.waitForURL('**/enroll/season/choice-seats')
      expect([await listed.count(), await page.locator('aside').innerText()]).toEqual([
        8,
        expect.stringMatching(/במקום כרטיסים בודדים[^]*חסכתם .?₪[^]* לעומת 8 כרטיסים בודדים/),
      ])
      await look('the seats of choice events')
      const takes = page.locator('button[name=take]')
      while ((await takes.count()) > 0) {
        const left = await page.locator('.same.no').count()
        expect(await takes.first().locator('.crop .own').count()).toBe(1)
        await press(takes.first())
        await expect.poll(() => page.locator('.same.no').count()).toBeLessThan(left)
      }
      expect(await page.locator('.same > .crop').evaluateAll((all) => all.map((one) => one.querySelectorAll('.own').length))).toEqual([
        1, 1, 1,
      ])
      const wide = await page.locator('.same').evaluateAll((all) => all.map((one) => one.querySelector('.poster')?.clientWidth ?? 0))
      expect(Math.max(...wide)).toBeLessThanOrEqual(72)
      expect(await heldOn(await shopper.uuid)).toHaveLength(8)
      await goesOn(/המשך לסיכום/)
      await page.waitForURL('**/enroll/season/summary')
      const year = page.locator('.year li')
      const kinds = await year.locator('.badge').allInnerTexts()
      expect([kinds.length, kinds.filter((kind) => kind === 'בחירה').length]).toEqual([8, 3])
      // The evenings with another seat than most are named, and are those of the choice whose seats are others.
      const others = await year.filter({ has: page.locator('.other') }).allInnerTexts()
      expect(others.every((text) => text.includes('מושב אחר הפעם') && text.includes('בחירה'))).toBe(true)
      expect(
        new Set(
          await year
            .filter({ hasNot: page.locator('.other') })
            .locator('.meta')
            .allInnerTexts(),
        ).size,
      ).toBe(1)
      await look('the year before it is paid')
      await goesOn(/המשך לפרטים ולתשלום/)
      await page.waitForURL(/\/booking\/checkout$/)
      await page.locator('astro-island:not([ssr]) form#details').waitFor()
      await page.locator('.timer[role=timer]', { hasText: 'המושבים שמורים' }).waitFor()
      expect(await page.locator('aside').innerText()).toMatch(/עונת התיאטרון[^]*שורה [^]*מושב /)
      expect(await page.locator('aside dt bdi').count()).toBe(8)
      const back = ['seats', 'rates', 'choice', 'choice-seats'].map((step) => `/enroll/season/${step}`)
      expect((await stepsOf(shopper)).map(([, href]) => href)).toEqual([...back, null, null])
      for (const [label, text] of Object.entries(TYPED)) await write(label, text)
      await press(page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }), 'Space')
      await press(shopper.goOn)
      await page.waitForURL(/\/booking\/checkout\/payment$/)
      await shopper.cardForm.getByLabel('CVV').waitFor()
      await pay()
      await page.waitForURL(/\/cart\/[\w-]+$/)
      await page.locator('.pass').first().waitFor()
      await expectNoScroll(shopper)
      // Whoever has a season is told so, instead of being refused after a seat is chosen.
      await page.goto('/membership/season')
      expect(await page.locator('section', { hasText: 'אתם כבר במנוי הזה' }).innerText()).toMatch(/ברקאי[^]*לא בוצע חיוב/)
      expect(await page.getByRole('button', { name: /לבחירת מושב קבוע/ }).count()).toBe(0)
      await look('the page of a season that one has')
    })
  },
)

/** Nothing scrolls sideways. */
async function expectNoScroll({ page }: Shopper): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

it(
  'R4.64 two series with maps: next, previous, which is done; a hold that lapses and going back lose nothing',
  { timeout: 120_000 },
  async () => {
    await withTwoMaps(() =>
      asShopper(browser, origin, DESK, async (shopper) => {
        const { page } = shopper
        const chosen = page.locator('#list .sbtn[aria-pressed=true]')
        const walkTo = async (name: string, code: string) => {
          await page.locator('.walk').getByRole('link', { name }).click()
          await page.waitForURL(`**/enroll/${code}/seats`)
          await mapIsAlive(shopper)
        }
        await page.goto('/membership/premieres')
        const virtual = page.locator('.tile input[data-seated=false]').first()
        expect(await formButton(shopper).innerText()).toBe('המשך למושבים')
        await virtual.check({ force: true })
        expect(await formButton(shopper).innerText()).toBe('המשך לפרטים ולתשלום')
        await virtual.uncheck({ force: true })
        for (const value of ['21-211', '23-231']) await page.locator(`.tile input[value="${value}"]`).check({ force: true })
        expect(await formButton(shopper).innerText()).toBe('המשך למושבים')
        await page.locator('#name-adult').fill('נועה ברקאי')
        await shopper.press(formButton(shopper))
        await page.waitForURL('**/enroll/premieres/seats')
        await mapIsAlive(shopper)
        expect(await page.locator('.walk li.done').count()).toBe(0)
        await takeFromList(shopper, 1)
        const uuid = await shopper.uuid
        // The list shows a seat as chosen before the server has answered.
        await expect.poll(async () => (await heldOn(uuid)).length).toBe(4)
        await letHoldEndIn(5, uuid)
        await page.reload()
        // It leads to the address where the page is already: only the load says that it was followed.
        await Promise.all([page.waitForEvent('load'), shopper.press(page.getByRole('button', { name: 'בחירה מחדש' }))])
        expect(page.url()).toContain('/enroll/premieres/seats')
        await letWaitEnd(uuid)
        await page.reload()
        await mapIsAlive(shopper)
        await expect.poll(() => chosen.count()).toBe(0)
        await takeFromList(shopper, 1)
        const seat = await chosen.getAttribute('aria-label')
        await shopper.press(goOn(shopper))
        await page.waitForURL('**/enroll/premieres-first/seats')
        await mapIsAlive(shopper)
        expect(await page.locator('.walk').innerText()).toContain('סדרה 2 מתוך 2')
        expect(await page.locator('.walk li.done').allInnerTexts()).toEqual([expect.stringMatching(/סדרת הבכורות[^]*מושב /)])
        expect(await chosen.count()).toBe(0)
        await walkTo('הקודמת', 'premieres')
        await expect.poll(() => chosen.getAttribute('aria-label')).toBe(seat)
        await walkTo('הבאה', 'premieres-first')
        await takeFromList(shopper, 1)
        const other = await chosen.getAttribute('aria-label')
        await shopper.press(goOn(shopper))
        await page.waitForURL(/\/booking\/checkout$/)
        await page.goBack()
        await page.waitForURL('**/enroll/premieres-first/seats')
        await mapIsAlive(shopper)
        await expect.poll(() => chosen.getAttribute('aria-label')).toBe(other)
        expect(await page.locator('.tray').first().innerText()).toContain('נועה ברקאי')
        await shopper.press(goOn(shopper))
        await page.waitForURL(/\/booking\/checkout$/)
        expect(await page.locator('aside dt').allInnerTexts()).toEqual(
          expect.arrayContaining([expect.stringMatching(/סיבוב ראשון[^]*מושב /)]),
        )
        expect((await heldOn(uuid)).map(([, held]) => held)).toEqual(Array(7).fill(1))
      }),
    )
  },
)

it('without script the rates and the choice of a season work; a series says that its map needs script', async () => {
  await asShopper(browser, origin, { ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto('/enroll/season/rates')
    await page.waitForURL('**/enroll/season/seats')
    expect(await page.locator('noscript').count()).toBeGreaterThan(0)
    await page.goto('/enroll/premieres/seats')
    await page.waitForURL('**/membership/premieres')
  })
})
