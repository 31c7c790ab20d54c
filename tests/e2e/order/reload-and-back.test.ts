import { describe, expect, it } from 'vitest'
import { ordersOf } from '#tests/support/browser/shop-database.ts'
import { TYPED } from '#tests/support/browser/shopper.ts'
import { heading, openForm, openTheatre, THEATRE, total, withSeats } from '#tests/support/browser/theatre.ts'

const EMAIL = 'דואר אלקטרוני'

openTheatre()

describe('reload, back and forward', () => {
  it('keep seats, ticket types, products, the total and what was typed, in every step', async () => {
    await withSeats(2, async (shopper) => {
      const { page } = shopper
      await page.reload()
      await shopper.expectChosen(2)
      await shopper.toTickets()
      await shopper.takeOneOf()
      await shopper.toProducts()
      await page
        .locator('.prod')
        .getByRole('button', { name: /^הוספת / })
        .first()
        .click()
      await shopper.storedCarts.have(2, 1)
      const before = await total(shopper)
      await page.reload()
      await heading(shopper, 'להוסיף להזמנה?')
      await expect.poll(() => total(shopper)).toBe(before)
      await page.goBack()
      await expect.poll(() => page.url()).toMatch(/step=tickets/)
      await expect.poll(() => page.locator('.tk .stepper select').nth(1).inputValue()).toBe('1')
      await page.goBack()
      await shopper.expectChosen(2)
      await page.goForward()
      await page.goForward()
      await heading(shopper, 'להוסיף להזמנה?')
      await shopper.toDetails()
      await shopper.fillDetails()
      await page.reload()
      await openForm(shopper)
      await expect.poll(() => page.getByLabel(EMAIL).inputValue()).toBe(TYPED[EMAIL])
      await expect.poll(() => total(shopper)).toBe(before)
      await page.goBack()
      await expect.poll(() => page.url()).toMatch(/step=products/)
      await expect.poll(() => total(shopper)).toBe(before)
      await page.goForward()
      await openForm(shopper)
      await shopper.fillDetails()
      await shopper.toPayment()
      await page.goBack()
      await openForm(shopper)
      await expect.poll(() => page.getByLabel('שם פרטי').inputValue()).toBe(TYPED['שם פרטי'])
      await page.goForward()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      await page.reload()
      expect(await shopper.confirmed()).toBe(reservation)
      await page.goBack()
      expect(await shopper.confirmed()).toBe(reservation)
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })

  it('back from the details, after steps that no reload interrupted, finds ticket types and products again', async () => {
    await withSeats(2, async (shopper) => {
      const { page } = shopper
      await shopper.toTickets()
      await shopper.takeOneOf()
      await shopper.toProducts()
      await page
        .getByRole('button', { name: /^הוספת / })
        .first()
        .click()
      await shopper.toDetails()
      const before = await total(shopper)
      await page.goBack()
      await heading(shopper, 'להוסיף להזמנה?')
      await expect.poll(() => total(shopper)).toBe(before)
      await page.waitForTimeout(1_200)
      await page.goForward()
      await openForm(shopper)
      await expect.poll(() => total(shopper)).toBe(before)
    })
  })

  it('back from the confirmation shows the order that was made, never the form of one that is over', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      await shopper.payBy()
      const reservation = await shopper.confirmed()
      for (const step of ['payment', 'details']) {
        await page.goBack()
        expect(await shopper.confirmed(), step).toBe(reservation)
      }
      await page.goBack()
      await shopper.expectChosen(0)
    })
  })

  it('back from the confirmation of a second order shows the second, not where the first one led', async () => {
    const seen: string[] = []
    await withSeats(1, async (shopper) => {
      for (const time of ['first', 'second']) {
        if (time === 'second') {
          await shopper.openOrder(THEATRE)
          await shopper.takeFromList(1)
        }
        await shopper.walkToPayment()
        await shopper.payBy()
        const reservation = await shopper.confirmed()
        expect(seen).not.toContain(reservation)
        seen.push(reservation)
        await shopper.page.goBack()
        await expect.poll(() => shopper.confirmed(), { message: time }).toBe(reservation)
      }
    })
  })

  it('a double press goes one step and pays once', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.goOn.dblclick()
      await heading(shopper, 'איזה כרטיס לכל מושב?')
      expect(page.url()).toContain('step=tickets')
      await shopper.toDetails()
      await shopper.fillDetails()
      await shopper.goOn.dblclick()
      await shopper.cardForm.getByLabel('CVV').waitFor()
      await shopper.fillCard()
      await shopper.payButton.dblclick()
      await shopper.confirmed()
      expect(await ordersOf(await shopper.uuid)).toEqual({ paid: 1 })
    })
  })

  it('reload of the open card form asks for the ID number again, which no browser keeps, and nothing else', async () => {
    await withSeats(1, async (shopper) => {
      const { page } = shopper
      await shopper.walkToPayment()
      await page.reload()
      await openForm(shopper)
      expect(await page.getByLabel('תעודת זהות').inputValue()).toBe('')
      expect(await page.getByLabel('אימות טלפון נייד').inputValue()).toBe(TYPED['אימות טלפון נייד'])
      await page.getByLabel('תעודת זהות').fill(TYPED['תעודת זהות'])
      await shopper.toPayment()
      await shopper.payBy()
      await shopper.confirmed()
    })
  })
})
