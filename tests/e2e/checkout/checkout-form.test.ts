import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { database } from '#lib/server/platform/db/connect.ts'
import { expectAccessibleOnDevice } from '#tests/support/browser/page-checks.ts'
import { catalogueChanged } from '#tests/support/browser/shop-database.ts'
import { DESK, PHONE } from '#tests/support/browser/shopper.ts'
import { openTheatre, THEATRE, visit } from '#tests/support/browser/theatre.ts'

const TERMS = 'הקפיצה באחריות הקופץ בלבד.'
const BORN = 'תאריך לידה'

openTheatre()

/** Changes the catalogue as an import does; the shop notices within a second. */
async function change(text: string, ...values: unknown[]): Promise<void> {
  await database().query(text, values)
  await catalogueChanged()
}

const OWN_TICKETS = `ticket_group_id IN (SELECT ticket_group_id FROM presentation_price WHERE presentation_id = ${String(THEATRE)})`
const OWN_PRODUCTS = `product_id IN (SELECT product_id FROM presentation_product WHERE presentation_id = ${String(THEATRE)})`
let delivered: number[] = []

beforeAll(async () => {
  delivered = (await database().query<{ id: number }>('SELECT product_id AS id FROM product WHERE is_delivery_required')).rows.map(
    ({ id }) => id,
  )
  await database().query(`UPDATE ticket SET min_age = 18 WHERE ${OWN_TICKETS}`)
  await database().query(`UPDATE product SET is_delivery_required = true WHERE ${OWN_PRODUCTS}`)
  await change(
    `UPDATE presentation SET additional_terms = $1, asks_waiver = true, order_form = $2 WHERE presentation_id = ${String(THEATRE)}`,
    TERMS,
    {
      ssn: 'left out',
      email: 'included',
    },
  )
})
afterAll(async () => {
  await database().query(`UPDATE ticket SET min_age = NULL WHERE ${OWN_TICKETS}`)
  await database().query('UPDATE product SET is_delivery_required = product_id = ANY ($1)', [delivered])
  await change(
    `UPDATE presentation SET additional_terms = NULL, asks_waiver = false, order_form = NULL WHERE presentation_id = ${String(THEATRE)}`,
  )
})

describe('an order form of its own', () => {
  it.each([
    ['on a desk', DESK],
    ['on a phone', PHONE],
  ])(
    'R5.1 R8.83 asks for what the presentation demands, checks the age, and takes nothing that is left out, %s',
    async (_where, options) => {
      await visit(options, async (shopper) => {
        const { page } = shopper
        await shopper.openOrder(THEATRE)
        await shopper.takeFromList(1)
        await shopper.toTickets()
        await shopper.toProducts()
        await shopper.press(page.getByRole('button', { name: /^הוספת / }).first())
        await shopper.toDetails()
        expect(await page.getByLabel('תעודת זהות').count()).toBe(0)
        expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
        const typed = { 'שם פרטי': 'נועה', 'שם משפחה': 'ברקאי', 'טלפון נייד': '0547314821', 'אימות טלפון נייד': '0547314821' }
        for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
        await shopper.press(shopper.goOn)
        await page.getByText('השדה רחוב ומספר בית הוא שדה חובה!').waitFor()
        await page.getByText('השדה יישוב הוא שדה חובה!').waitFor()
        await page.getByText(`השדה ${BORN} הוא שדה חובה!`).waitFor()
        await page.getByText('כדי להמשיך צריך לאשר את התנאים הנוספים').waitFor()
        await page.getByText(TERMS).waitFor()
        await expectAccessibleOnDevice(page, 'a form of its own with mistakes')
        await page.getByLabel('רחוב ומספר בית').fill('הרצל 1')
        await page.getByLabel('יישוב').fill('חיפה')
        await page.getByRole('checkbox', { name: /התנאים הנוספים/ }).check()
        await page.getByRole('checkbox', { name: /קראתי ומקובלים עליי התקנון/ }).check()
        await page.getByLabel(BORN).fill('2015-03-01')
        await shopper.press(shopper.goOn)
        await page.getByText('השובר אינו מתאים לגיל הקופץ.').waitFor()
        await page.getByLabel(BORN).fill('1990-02-28')
        await shopper.toPayment()
        await shopper.payBy()
        const reservation = await shopper.confirmed()
        const { rows } = await database().query(
          `SELECT email, ssn_encrypted, additional_terms, mailing_consent, address FROM orders WHERE reservation_identifier = $1`,
          [reservation],
        )
        expect(rows).toEqual([
          {
            email: '',
            ssn_encrypted: null,
            additional_terms: true,
            mailing_consent: false,
            address: { address1: 'הרצל 1', city: 'חיפה', dateOfBirth: '1990-02-28' },
          },
        ])
      })
    },
  )
})
