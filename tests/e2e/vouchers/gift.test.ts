import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { wallTimeOf } from '#lib/domain/time/wall-clock.ts'
import type { OutboxMessage } from '#lib/server/messages/outbox-view.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode } from '#tests/support/browser/personal-area.ts'
import { PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { until } from '#tests/support/until.ts'

openTheatre()

/** The path that the newest message to an address leads to. */
async function giftLinkTo(address: string): Promise<string> {
  let path = ''
  await until(async () => {
    const { messages } = (await (await fetch(`${origin}/api/dev/outbox`)).json()) as { readonly messages: readonly OutboxMessage[] }
    path = /\/gift\/\w+/.exec(messages.find(({ to }) => to === address)?.text ?? '')?.[0] ?? ''
    return path !== ''
  }, 'the message of the gift')
  return path
}

/** Types a greeting; the card beside the form follows, and a ready greeting gives back what was typed. */
async function greet(page: Page): Promise<void> {
  const card = page.getByRole('article', { name: 'כך המתנה תיראה' })
  const greeting = page.getByLabel('ברכה', { exact: false }).and(page.locator('textarea'))
  const idea = page.getByRole('group', { name: 'רעיונות לברכה' }).getByRole('button', { name: 'תודה' })
  await greeting.fill('מזל טוב, אמא.')
  for (const text of ['לרות,', 'מזל טוב, אמא.', 'נועה ואורי', '₪200', 'המספר מגיע אל רות']) expect(await card.innerText()).toContain(text)
  expect(await card.locator('.cover').innerHTML()).toBe(await page.locator('.swatch:has(:checked) .cover').innerHTML())
  expect(await page.getByText('13 / 160').isVisible()).toBe(true)
  await idea.focus()
  await page.keyboard.press('Enter')
  expect(await card.innerText()).toContain(await greeting.inputValue())
  expect([await idea.getAttribute('aria-pressed'), await greeting.inputValue()]).toEqual(['true', expect.stringMatching(/^תודה על הכול/)])
  await page.keyboard.press('Enter')
  expect([await idea.getAttribute('aria-pressed'), await greeting.inputValue()]).toEqual(['false', 'מזל טוב, אמא.'])
}

/** A gift is one voucher, which the form says; how many were asked for comes back with "for me". */
async function isOne({ page }: Shopper): Promise<void> {
  const quantity = page.getByRole('spinbutton', { name: 'כמות' })
  const more = page.getByRole('button', { name: 'הוספה: כמות' })
  const [gift, own] = ['מתנה', 'בשבילי'].map((name) => page.getByRole('radio', { name, exact: true }))
  expect([await quantity.inputValue(), await more.isDisabled()]).toEqual(['1', true])
  await page.getByText('מתנה היא שובר אחד').waitFor()
  await own?.check()
  await quantity.fill('3')
  await gift?.check()
  expect(await quantity.inputValue()).toBe('1')
  await own?.check()
  expect(await quantity.inputValue()).toBe('3')
  await gift?.check()
}

async function fillGift({ page }: Shopper, contact: string): Promise<void> {
  await page.getByRole('radio', { name: 'מתנה', exact: true }).check()
  await page.getByRole('radio', { name: 'ירח על הנמל' }).check()
  await page.getByLabel('למי?', { exact: true }).fill('רות')
  await page.getByLabel('ממי?').fill('נועה ואורי')
  await greet(page)
  await page.getByRole('radio', { name: 'דוא״ל' }).check()
  await page.getByLabel('הדוא״ל של מי שמקבל').fill(contact)
}

it('on a phone a voucher is given for a later hour, changed, sent at its time, opened as a card, printed, and added by its number to the receiver’s own area', async () => {
  const person = await newPerson()
  const [first, second] = [`a${person.mobileNumber}@shura.example`, `b${person.mobileNumber}@shura.example`]
  await visit(PHONE, async (shopper) => {
    const { page } = shopper
    await signInByCode(shopper, person)
    await page.goto('/system-vouchers/1')
    await page.getByRole('radio', { name: /₪200/ }).check()
    expect(await page.getByLabel('ממי?').isVisible()).toBe(false)
    await fillGift(shopper, 'nobody')
    await isOne(shopper)
    await expectAccessible(page, 'a voucher as a gift')
    await page.getByRole('button', { name: 'המשך', exact: true }).tap()
    await page.getByText('כתבו מספר נייד או כתובת דוא״ל').waitFor()
    expect(await page.getByLabel('ממי?').inputValue()).toBe('נועה ואורי')
    await page.getByLabel('הדוא״ל של מי שמקבל').fill(first)
    await page.getByLabel('מתי?').fill(wallTimeOf(Date.now() + 86_400_000))
    await page.getByRole('button', { name: 'המשך', exact: true }).tap()
    await page.waitForURL(/\/system-vouchers\/1\/addons$/)
    await page.getByRole('button', { name: 'המשך', exact: true }).tap()
    await page.waitForURL(/\/booking\/checkout$/)
    await page.locator('astro-island:not([ssr]) form#details').waitFor()
    await shopper.fillDetails({ 'אימות טלפון נייד': person.mobileNumber, 'תעודת זהות': '123456782' })
    await shopper.toPayment()
    await shopper.payBy()
    await page.waitForURL(/\/cart\/[\w-]+$/)
    await isWrapped(shopper, first)

    await page.goto('/customer')
    await page.getByRole('link', { name: /^לפרטי השובר/ }).tap()
    const gift = page.getByRole('region', { name: 'המתנה' })
    expect(await gift.locator('[data-gift]').innerText()).toMatch(/^תישלח אל רות/)
    await gift.getByText('שינוי ברכה, נמען או מועד').tap()
    await gift.getByLabel('הדוא״ל של מי שמקבל').fill(second)
    await expectAccessible(page, 'changing a gift')
    await gift.getByRole('button', { name: 'שמירת השינוי' }).tap()
    await page.getByText('המתנה עודכנה.').waitFor()
    await gift.getByRole('button', { name: 'שליחה עכשיו' }).tap()
    await page.getByText('המתנה עודכנה.').waitFor()

    const path = await giftLinkTo(second)
    await page.reload()
    expect(await gift.locator('[data-gift]').innerText()).toMatch(/^נשלחה אל רות/)
    await gift.getByRole('button', { name: 'לשלוח שוב' }).tap()
    await page.getByText('המתנה נשלחה שוב.').waitFor()
    await opensAsCard(shopper, path)
  })
  await visit(PHONE, (shopper) => keepsByNumber(shopper, second))
})

/** Whoever was given the voucher adds it to an area of their own by the number on the card, and removes it again. */
async function keepsByNumber(shopper: Shopper, address: string): Promise<void> {
  const { page } = shopper
  await page.goto(await giftLinkTo(address))
  const number = /(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}/.exec(await page.getByRole('article').innerText())?.[0] ?? ''
  expect(await page.getByRole('link', { name: 'שמירה באזור האישי' }).getAttribute('href')).toBe('/customer/vouchers/add')
  await signInByCode(shopper, await newPerson())
  await page.goto('/customer')
  await page.getByRole('link', { name: 'הוספת שובר לפי מספר' }).tap()
  const field = page.getByLabel('מספר השובר')
  await field.fill('AAAA-BBBB-CCCC-DDDD')
  await page.getByRole('button', { name: 'הוספה לאזור האישי' }).tap()
  await page.getByRole('alert').getByText('לא מצאנו שובר עם המספר הזה.').waitFor()
  expect(await field.inputValue()).toBe('AAAA-BBBB-CCCC-DDDD')
  await expectAccessible(page, 'a number of no voucher')
  await field.fill(number)
  await page.keyboard.press('Enter')
  await page.getByText('השובר באזור שלכם.').waitFor()
  expect(await page.getByRole('region', { name: 'יתרה' }).innerText()).toContain('₪200')
  expect(await page.getByRole('button', { name: /החלפת השובר|ביטול השובר/ }).count()).toBe(0)
  await expectAccessible(page, 'a voucher that was added')
  await page.getByRole('button', { name: 'הסרה מהאזור שלי' }).tap()
  await page.getByText('אין לכם שוברים').waitFor()
}

/** The confirmation: the card without its number, and when what happens. */
async function isWrapped({ page }: Shopper, receiver: string): Promise<void> {
  await page.getByRole('heading', { name: 'המתנה ארוזה.' }).waitFor()
  const gift = page.getByRole('region', { name: 'המתנה אל רות' })
  const card = gift.getByRole('article')
  for (const text of ['לרות', 'מזל טוב, אמא.', 'נועה ואורי', '₪200', 'המספר מגיע אל רות']) expect(await card.innerText()).toContain(text)
  expect(await page.locator('main').innerText()).not.toMatch(/(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}/)
  expect(await page.locator('.conf-lead').first().innerText()).toMatch(/^היא תגיע אל רות ב(?:יום|מוצ״ש).+, ב־.?\d\d:\d\d/)
  const next = page.getByRole('list', { name: 'מה קורה ומתי' }).locator('.next')
  for (const text of ['ההודעה תישלח אל', receiver]) expect(await next.innerText()).toContain(text)
  await expectAccessible(page, 'a gift that is wrapped')
}

async function opensAsCard({ page }: Shopper, path: string): Promise<void> {
  const answer = await page.goto(path)
  expect([answer?.headers()['cache-control'], answer?.headers()['referrer-policy']]).toEqual(['no-store', 'no-referrer'])
  const card = page.getByRole('article')
  for (const text of ['לרות', 'מזל טוב, אמא.', 'נועה ואורי', '₪200']) expect(await card.innerText()).toContain(text)
  expect(await card.innerText()).toMatch(/(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}/)
  expect(await page.getByRole('img', { name: 'קוד QR' }).count()).toBe(1)
  expect(await page.locator('.opened .lead').innerText()).toBe('שובר לכל המופעים, ₪200.')
  await expectAccessible(page, 'a gift that is opened')
  const printed = await fetch(`${origin}${path}/voucher.pdf`)
  expect([printed.status, printed.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await fetch(`${origin}/gift/${'0'.repeat(26)}`)).status).toBe(404)
}
