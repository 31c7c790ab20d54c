import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { wallTimeOf } from '#lib/domain/time/wall-clock.ts'
import { DAY_MS } from '#lib/domain/time/durations.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { OutboxMessage } from '#lib/server/messages/outbox-view.ts'
import { handsOf, tabTo } from '#tests/support/browser/hands.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { cardOf, newPerson, openDesk, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { DESK, PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, total, visit } from '#tests/support/browser/theatre.ts'
import { cellOf } from '#tests/support/database/database.ts'
import { until } from '#tests/support/until.ts'

openTheatre()

/** What the voucher is worth, in shekels. */
const WORTH = 150

/** Somebody at a size of the page, who acts by the finger, or by the keys alone. */
interface Hand {
  readonly shopper: Shopper
  readonly byKeys: boolean
}

const press = ({ shopper, byKeys }: Hand, target: Locator, key?: string) => handsOf(shopper, byKeys).press(target, key)
const write = ({ shopper, byKeys }: Hand, label: string | RegExp, text: string) => handsOf(shopper, byKeys).write(label, text)

/** Chooses one of a group: by the keys from the one that the group is entered at. */
async function choose({ shopper, byKeys }: Hand, radio: Locator): Promise<void> {
  if (!byKeys) return radio.check()
  const group = shopper.page.locator(`input[type=radio][name="${String(await radio.getAttribute('name'))}"]`)
  const checked = group.and(shopper.page.locator(':checked'))
  await tabTo(shopper, (await checked.count()) > 0 ? checked : group.first())
  for (let steps = 0; steps < 10 && !(await radio.isChecked()); steps++) await shopper.page.keyboard.press('ArrowDown')
  expect(await radio.isChecked()).toBe(true)
}

async function messagesTo(address: string): Promise<readonly OutboxMessage[]> {
  const { messages } = (await (await fetch(`${origin}/api/dev/outbox`)).json()) as { readonly messages: readonly OutboxMessage[] }
  return messages.filter(({ to }) => to === address)
}

/** Buys the voucher as a gift that is sent tomorrow. */
async function buysGift(hand: Hand, person: Person, contact: string): Promise<void> {
  const { page } = hand.shopper
  const goesOn = (address: RegExp) =>
    press(hand, page.getByRole('button', { name: 'המשך', exact: true })).then(() => page.waitForURL(address))
  await signInByCode(hand.shopper, person)
  await page.goto('/system-vouchers/1')
  await choose(hand, page.getByRole('radio', { name: `₪${String(WORTH)}` }))
  await choose(hand, page.getByRole('radio', { name: 'מתנה', exact: true }))
  await write(hand, 'למי?', 'רות')
  await write(hand, 'ממי?', 'נועה')
  await choose(hand, page.getByRole('radio', { name: 'דוא״ל' }))
  await write(hand, /הדוא״ל של מי שמקבל/, contact)
  await page.getByLabel('מתי?').fill(wallTimeOf(Date.now() + DAY_MS))
  await goesOn(/\/system-vouchers\/1\/addons$/)
  await goesOn(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  await write(hand, /^אימות טלפון נייד/, person.mobileNumber)
  await write(hand, /^תעודת זהות/, '123456782')
  await press(hand, page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }), 'Space')
  await press(hand, hand.shopper.goOn)
  await page.waitForURL(/\/booking\/checkout\/payment$/)
  await hand.shopper.cardForm.getByLabel('CVV').waitFor()
  await handsOf(hand.shopper, hand.byKeys).pay()
  await page.getByRole('heading', { name: 'המתנה ארוזה.' }).waitFor()
}

/** The hour of the gift comes; its card is opened on a phone. @returns the number on it */
async function opensOnPhone(contact: string): Promise<string> {
  expect(await messagesTo(contact)).toEqual([])
  await database().query(`UPDATE voucher_gift SET due_at = now() WHERE state = 'waiting'`)
  let path: string | undefined
  await until(async () => {
    path = /\/gift\/\w+/.exec((await messagesTo(contact))[0]?.text ?? '')?.[0]
    return path !== undefined
  }, 'the message of the gift')
  let number = ''
  await visit(PHONE, async ({ page }) => {
    await page.goto(path ?? '')
    number = /(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}/.exec(await page.getByRole('article').innerText())?.[0] ?? ''
  })
  return number
}

/** Two tickets, of which the voucher pays a part and a card the rest. @returns the reservation */
async function paysHalf(hand: Hand, person: Person, number: string): Promise<string> {
  const { shopper } = hand
  const { page } = shopper
  await signInByCode(shopper, person)
  await shopper.openOrder(THEATRE)
  await shopper.takeFromList(2)
  await shopper.toTickets()
  await shopper.toDetails()
  const due = async () => Number((await total(shopper)).replaceAll(/[^\d.]/g, ''))
  const whole = await due()
  expect([whole > 1.5 * WORTH, whole < 3 * WORTH]).toEqual([true, true])
  await write(hand, /^אימות טלפון נייד/, person.mobileNumber)
  await write(hand, /^תעודת זהות/, '123456782')
  await write(hand, 'מספר שובר (לא חובה)', number)
  await page.keyboard.press('Enter')
  await expect.poll(due).toBe(whole - WORTH)
  await press(hand, page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }), 'Space')
  await press(hand, shopper.goOn)
  await page.waitForURL(/\/booking\/checkout\/payment$/)
  await shopper.cardForm.getByLabel('CVV').waitFor()
  await handsOf(shopper, hand.byKeys).pay()
  return shopper.confirmed()
}

/** Gives the tickets back, and with them to the voucher what it has paid. */
async function cancelsOrder(hand: Hand, resId: string): Promise<void> {
  const { page } = hand.shopper
  await page.goto('/customer')
  await openDesk(page)
  await press(hand, cardOf(page, resId).getByRole('button', { name: 'ביטול ההזמנה' }))
  const dialog = page.getByRole('dialog', { name: 'ביטול ההזמנה' })
  await dialog.getByText('תקבלו בחזרה').waitFor()
  await press(hand, dialog.getByRole('button', { name: /^ביטול וקבלת/ }))
  await page.getByText(/^הביטול בוצע/).waitFor()
}

/** What the voucher's page says is left of it. */
const balance = ({ shopper: { page } }: Hand) => page.getByRole('region', { name: 'יתרה' }).innerText()

/** The voucher as its buyer sees it: what it paid and got back, a new one in its place, and the money of that. */
async function replacesAndCancels(hand: Hand): Promise<void> {
  const { page } = hand.shopper
  await expect.poll(() => page.reload().then(() => page.locator('.ledger tbody tr').count())).toBe(3)
  expect((await page.locator('.ledger tbody').innerText()).replaceAll(/[\s\u2066-\u2069]/g, '')).toMatch(/\+₪150[^]*−₪150[^]*\+₪150/)
  expect(await balance(hand)).toContain(`₪${String(WORTH)}`)
  const [address, old] = [page.url(), page.url().split('/').at(-1)]
  const asks = async (act: string, question: string, yes: string) => {
    await press(hand, page.getByRole('button', { name: act }))
    const dialog = page.getByRole('dialog', { name: question })
    await dialog.waitFor()
    await press(hand, dialog.getByRole('button', { name: yes }))
  }
  await asks('החלפת השובר', 'להחליף את השובר?', 'להחליף ולסגור את הישן')
  await page.getByText('השובר הוחלף.').waitFor()
  expect(page.url()).not.toBe(address)
  expect(await cellOf('SELECT state FROM system_voucher WHERE system_voucher_id = $1', [old])).not.toBe('active')
  await asks('ביטול השובר', 'לבטל את השובר?', 'לבטל את השובר')
  await page.getByText('השובר בוטל, וההחזר בדרך אליכם.').waitFor()
}

it.each([
  ['on a phone', PHONE, false],
  ['by keyboard alone on a desk', DESK, true],
])(
  'R2.14 R2.15 R6.10 %s a voucher is bought as a gift for a given hour, opened on a phone, pays half an order, is replaced and cancelled',
  { timeout: 180_000 },
  async (_how, options, byKeys) => {
    const [giver, receiver] = [await newPerson(), await newPerson()]
    const contact = `ruth${receiver.mobileNumber}@shura.example`
    await visit(options, async (shopper) => {
      const giving = { shopper, byKeys }
      await buysGift(giving, giver, contact)
      const number = await opensOnPhone(contact)
      expect(number).not.toBe('')
      await shopper.page.goto('/customer')
      await press(giving, shopper.page.getByRole('link', { name: /^לפרטי השובר/ }))
      await shopper.page.waitForURL(/\/customer\/vouchers\/\d+$/)
      await visit(options, async (other) => {
        const ordering = { shopper: other, byKeys }
        const resId = await paysHalf(ordering, receiver, number)
        await shopper.page.reload()
        expect(await balance(giving)).toMatch(/₪0(?!\d)/)
        await cancelsOrder(ordering, resId)
      })
      await replacesAndCancels(giving)
    })
  },
)
