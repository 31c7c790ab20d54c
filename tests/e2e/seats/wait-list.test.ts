import { afterAll, beforeAll, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { shopOrigin as origin } from '#tests/support/browser/own-shop.ts'
import { expectAccessible, expectAccessibleOnDevice } from '#tests/support/browser/page-checks.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { SECRET_OF_TESTS, startApp, type RunningApp } from '#tests/support/processes/server.ts'
import { findShowing, openShowings } from '#tests/support/seats/showings.ts'
import { openTheatre, visit } from '#tests/support/browser/theatre.ts'
import { linkKeyOf, sellOut, unsell, waitMessages } from '#tests/support/buyers/wait-list.ts'

process.env.SECRET = SECRET_OF_TESTS // messages are read under the app's keys
openTheatre()

// A second process of the same shop, which wants to know whether its visitors are human.
let guarded: RunningApp
beforeAll(async () => {
  guarded = await startApp({ env: { CAPTCHA_PROVIDER: 'altcha', LOG_LEVEL: 'warn' } })
})
afterAll(() => guarded.stop())

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

const CONTACT = 'human-check@shura.example'

it.each([
  ['a phone', PHONE],
  ['a desk', DESK],
])(
  'where the human check is on, the form brings its proof, and the page of the request can be read by everybody in all its states, on %s',
  async (_name, device) => {
    const { id } = findShowing((await openShowings(origin)).toReversed(), (one) => one.seatingMode === 'reserved' && one.available < 900)
    await sellOut(id)
    try {
      await visit({ ...device, baseURL: guarded.origin }, async ({ page }) => {
        await expect
          .poll(async () => (await page.goto(`/order/${String(id)}`), page.getByRole('heading', { name: 'האולם מלא' }).count()))
          .toBe(1)
        await page.goto(`/wait-list/${String(id)}`)
        await page.getByLabel('טלפון נייד או דוא״ל').fill(CONTACT)
        await page.getByRole('checkbox').check()
        await page.getByRole('button', { name: 'עדכנו אותי' }).click()
        await page.getByRole('heading', { name: 'הבקשה התקבלה' }).waitFor()
        const key = linkKeyOf((await waitMessages('wait list')).findLast(({ to }) => to === CONTACT) ?? { text: '' })
        const showsState = async (title: string) => {
          await expect
            .poll(async () => (await page.goto(`/waiting/${key}`), page.getByRole('heading', { level: 1 }).innerText()))
            .toBe(title)
          await expectAccessibleOnDevice(page, title)
        }
        await showsState('אתם ברשימה')
        await database().query(
          `UPDATE wait_list SET state = 'told', told_at = now(), sealed = NULL, free_since = NULL WHERE presentation_id = $1`,
          [id],
        )
        await showsState('המושבים נמכרו בינתיים')
        await unsell(id)
        await showsState('התפנו מושבים')
        await page.getByRole('button', { name: 'לוותר על התור' }).click()
        await page.getByRole('heading', { name: 'יצאתם מהרשימה' }).waitFor()
        await showsState('יצאתם מהרשימה')
      })
      await visit(device, async ({ page }) => {
        await page.goto(`/waiting/${'x'.repeat(16)}`)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await expectAccessibleOnDevice(page, 'a request that is over')
      })
    } finally {
      await unsell(id)
      await database().query('DELETE FROM wait_list WHERE presentation_id = $1', [id])
    }
  },
)
