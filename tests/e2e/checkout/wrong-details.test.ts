import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

const EMAIL = 'דואר אלקטרוני'
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)

openTheatre()

describe('a form with mistakes', () => {
  it.each([
    ['on a desk', DESK],
    ['on a phone', PHONE],
  ])('says so above and at each field, goes to the first, and keeps what was typed, %s', async (_where, options) => {
    await visit(options, async (shopper) => {
      const { page } = shopper
      await shopper.openOrder(THEATRE)
      await shopper.takeFromList(1)
      await shopper.toTickets()
      await shopper.toDetails()
      await page.getByLabel('שם פרטי').fill('נועה')
      await page.getByLabel(EMAIL).fill('noa@')
      await page.getByLabel('טלפון נייד', { exact: true }).fill('03-5551234')
      await page.getByLabel('תעודת זהות').fill('123456789')
      await shopper.press(shopper.goOn)
      await page.getByRole('alert').filter({ hasText: 'אנא ודאו שכל השדות הוזנו כראוי' }).waitFor()
      expect(await focusedId(page)).toBe('field-lastName')
      const told = async (label: string) =>
        page.getByLabel(label, { exact: true }).evaluate((field) => {
          const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
          return field.getAttribute('aria-invalid') === 'true' ? (document.getElementById(ids[0] ?? '')?.textContent ?? '') : ''
        })
      expect(await told('שם פרטי')).toBe('')
      expect(await told('שם משפחה')).toContain('השדה שם משפחה הוא שדה חובה!')
      expect(await told('טלפון נייד')).toContain('מספר הנייד אינו תקין')
      expect(await told(EMAIL)).toContain('צריך להיות כתובת דואר אלקטרוני')
      expect(await told('תעודת זהות')).toContain('ספרת הביקורת אינה מתאימה')
      expect(await page.getByLabel(EMAIL).inputValue()).toBe('noa@')
      expect(await page.getByLabel('תעודת זהות').inputValue()).toBe('123456789')
      await shopper.fillDetails()
      await shopper.toPayment()
    })
  })
})
