import { expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { expectAccessible } from '#tests/support/browser/page-checks.ts'
import { newPerson, signInByCode, type Person } from '#tests/support/browser/personal-area.ts'
import { PHONE, type Shopper } from '#tests/support/browser/shopper.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'

openTheatre()

/** Buys a voucher as the signed-in customer, and opens its page in the personal area. */
async function openBought(shopper: Shopper, person: Person): Promise<void> {
  const { page } = shopper
  await signInByCode(shopper, person)
  await page.goto('/system-vouchers/1')
  await page.getByRole('radio', { name: /₪200/ }).check()
  await page.getByRole('button', { name: 'המשך', exact: true }).tap()
  await page.waitForURL(/\/system-vouchers\/\d+\/addons$/)
  await page.getByRole('button', { name: 'המשך', exact: true }).tap()
  await page.waitForURL(/\/booking\/checkout$/)
  await page.locator('astro-island:not([ssr]) form#details').waitFor()
  await shopper.fillDetails({ 'אימות טלפון נייד': person.mobileNumber, 'תעודת זהות': '123456782' })
  await shopper.toPayment()
  await shopper.payBy()
  await page.waitForURL(/\/cart\/[\w-]+$/)
  await page.goto('/customer')
  expect(await page.getByRole('region', { name: 'שוברים' }).innerText()).toMatch(/₪200/)
  await page.getByRole('link', { name: /^לפרטי השובר/ }).tap()
  await page.waitForURL(/\/customer\/vouchers\/\d+$/)
}

/** What of the voucher must stay as it is if something is refused. */
const shown = ({ page }: Shopper) => page.getByRole('region', { name: 'יתרה' }).innerText()

it('R6.10 R6.11 R8.11 R4.34 R4.35 on a phone a voucher is read line by line, replaced once, and cancelled', async () => {
  const person = await newPerson()
  await visit(PHONE, async (shopper) => {
    const { page } = shopper
    await openBought(shopper, person)
    const address = page.url()
    const cells = await page.locator('.ledger tbody tr').first().locator('td').allInnerTexts()
    expect(cells.slice(1).join(' ')).toMatch(/\+₪200.*₪200/s)
    expect(await page.getByRole('link', { name: 'למצוא מופע' }).getAttribute('href')).toBe('/')
    await expectAccessible(page, 'an own voucher')
    const code = page.getByRole('img', { name: 'קוד QR של שובר' })
    expect(await code.count()).toBe(1)
    await page.getByText('איפה אפשר לממש?').tap()
    await page.getByText('בכל המופעים שבאתר.').waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'העתקת המספר' }).tap()
    await page.getByText('המספר הועתק.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}$/)
    // The last day, also of the replacement, which keeps it.
    const [, last] = /בתוקף עד\s+(\S+)/.exec(await shown(shopper)) ?? []
    expect(await page.locator('form.card', { hasText: 'החלפת השובר' }).innerText()).toContain(`– ${last ?? 'none'}`)
    const refund = page.locator('form.card', { hasText: 'ביטול השובר' })
    expect(await refund.innerText()).toMatch(/תקבלו בחזרה\s+₪190\s+דמי ביטול\s+₪10/)
    await page.getByRole('img', { name: /^נותרו.*₪200.*מתוך.*₪200/ }).waitFor()
    await setStart(person, 3)
    await page.reload()
    await page.getByText('תחילת התוקף').waitFor()
    expect(await code.count()).toBe(0)
    await setStart(person, 0)
    await page.reload()

    const before = await shown(shopper)
    await page.getByRole('button', { name: 'החלפת השובר' }).tap()
    const dialog = page.getByRole('dialog', { name: 'להחליף את השובר?' })
    await dialog.waitFor()
    await expectAccessible(page, 'before a voucher is replaced')
    await setDays(person, null)
    await dialog.getByRole('button', { name: 'להחליף ולסגור את הישן' }).tap()
    await page.getByRole('alert').getByText('השובר הזה אינו פעיל.').waitFor()
    expect(await shown(shopper)).toBe(before)
    await expectAccessible(page, 'a replacement that is refused')

    await setDays(person, 365)
    // Of a class that is not cancelled the refusal leads to the replacement.
    const allowAgain = await forbidCancelling(person)
    await page.goto(address)
    expect(await refund.innerText()).toMatch(/אי אפשר לבטל את השובר הזה.*אפשר להחליף אותו בשובר חדש עד/s)
    await refund.getByRole('button', { name: 'החלפת השובר' }).tap()
    await dialog.getByRole('button', { name: 'להחליף ולסגור את הישן' }).tap()
    await page.getByText('השובר הוחלף.').waitFor()
    expect(page.url()).not.toBe(address)
    expect(await shown(shopper)).not.toBe(before)
    expect(await page.getByRole('button', { name: 'החלפת השובר' }).count()).toBe(0)
    expect((await page.request.get(address)).status()).toBe(404)
    expect(await refund.innerText()).not.toContain('אפשר להחליף')
    await allowAgain()
    await page.reload()

    await page.getByRole('button', { name: 'ביטול השובר' }).tap()
    const sure = page.getByRole('dialog', { name: 'לבטל את השובר?' })
    expect(await sure.innerText()).toMatch(/תקבלו בחזרה\s+₪\d/)
    await expectAccessible(page, 'before a voucher is cancelled')
    await sure.getByRole('button', { name: 'לבטל את השובר' }).tap()
    await page.waitForURL('**/customer#vouchers')
    await page.getByText('השובר בוטל, וההחזר בדרך אליכם.').waitFor()
    await page.getByText('אין לכם שוברים').waitFor()
    const empty = page.getByRole('region', { name: 'שוברים' })
    expect(await empty.getByRole('link', { name: 'לקנות מתנה' }).getAttribute('href')).toBe('/system-vouchers')
  })
})

/** Sets for how many days the customer’s vouchers are exchanged; null: they are not. */
async function setDays({ customerId }: Person, days: number | null): Promise<void> {
  await change(
    `UPDATE voucher_purchase SET exchange_days = $2 WHERE system_voucher_id IN (SELECT system_voucher_id FROM system_voucher WHERE customer_id = $1)`,
    [customerId, days],
  )
}

/** Takes the cancellation policy of the classes of the customer’s vouchers away. @returns gives it back */
async function forbidCancelling({ customerId }: Person): Promise<() => Promise<void>> {
  const { rows } = await database().query<{ id: number; policy: number | null }>(
    `SELECT DISTINCT system_voucher_class_id AS id, cancellation_policy_id AS policy FROM system_voucher_class JOIN system_voucher USING (system_voucher_class_id) WHERE customer_id = $1`,
    [customerId],
  )
  const set = async (policy: (row: (typeof rows)[number]) => number | null): Promise<void> => {
    for (const row of rows)
      await change('UPDATE system_voucher_class SET cancellation_policy_id = $2 WHERE system_voucher_class_id = $1', [row.id, policy(row)])
  }
  await set(() => null)
  return () => set(({ policy }) => policy)
}

/** Lets the customer’s vouchers start so many days from now. */
async function setStart({ customerId }: Person, days: number): Promise<void> {
  await change(`UPDATE system_voucher SET starts_at = now() + $2 * interval '1 day' WHERE customer_id = $1`, [customerId, days])
}

/** Changes rows past their triggers. */
async function change(text: string, values: readonly unknown[]): Promise<void> {
  const client = await database().connect()
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica')
    await client.query(text, [...values])
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}
