import { expect, it } from 'vitest'
import { database } from '#lib/server/db/connect.ts'
import { shopOrigin as origin } from '#tests/support/own-shop.ts'
import { expectAccessible } from '#tests/support/page-checks.ts'
import { PHONE } from '#tests/support/shopper.ts'
import { findShowing, openShowings } from '#tests/support/showings.ts'
import { openTheatre, visit } from '#tests/support/theatre.ts'
import { sellOut, unsell } from '#tests/support/wait-list.ts'

openTheatre()

it('on a phone a sold-out date leads to being told when seats come free, without script too', async () => {
  const { id, featureId } = findShowing(
    (await openShowings(origin)).toReversed(),
    (one) => one.seatingMode === 'reserved' && one.available < 900,
  )
  await sellOut(id)
  try {
    await visit({ ...PHONE, javaScriptEnabled: false }, async ({ page }) => {
      await expect
        .poll(async () => (await page.goto(`/order/${String(id)}`), page.getByRole('heading', { name: 'האולם מלא' }).count()))
        .toBe(1)
      await page.getByRole('heading', { name: 'לעדכן אתכם כשיתפנו מושבים?' }).waitFor()
      await page.goto(`/booking/features/${String(featureId)}`)
      await page
        .locator(`a[href="/wait-list/${String(id)}"]`)
        .evaluate((link: HTMLAnchorElement) => link.closest('details')?.setAttribute('open', ''))
      await page.locator(`a[href="/wait-list/${String(id)}"]`).tap()
      await page.waitForURL(`**/wait-list/${String(id)}`)
      expect(await page.getByRole('checkbox').isChecked()).toBe(false)
      await page.getByLabel('טלפון נייד או דוא״ל').fill('05473')
      await page.getByRole('button', { name: 'עדכנו אותי' }).tap()
      await page.getByRole('alert').filter({ hasText: 'כתבו מספר נייד ישראלי' }).waitFor()
      await page.getByLabel('טלפון נייד או דוא״ל').fill('0547314821')
      await page.getByLabel('מספר כרטיסים').selectOption('3')
      await page.getByRole('button', { name: 'עדכנו אותי' }).tap()
      await page.getByRole('alert').filter({ hasText: 'בלי ההסכמה' }).waitFor()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: 'עדכנו אותי' }).tap()
      await page.getByRole('heading', { name: 'הבקשה התקבלה' }).waitFor()
    })
    await visit(PHONE, async ({ page }) => {
      await page.goto(`/wait-list/${String(id)}`)
      await expectAccessible(page, 'asking to be told')
      await page.getByRole('button', { name: 'עדכנו אותי' }).tap()
      await page.getByRole('alert').first().waitFor()
      await expectAccessible(page, 'asking to be told, with mistakes')
      await page.goto(`/wait-list/${String(id)}?asked=1`)
      await expectAccessible(page, 'asked to be told')
      await page.goto(`/order/${String(id)}`)
      await page.getByRole('heading', { name: 'האולם מלא' }).waitFor()
      await expectAccessible(page, 'a sold-out show')
    })
  } finally {
    await unsell(id)
    await database().query('DELETE FROM wait_list WHERE presentation_id = $1', [id])
  }
})
