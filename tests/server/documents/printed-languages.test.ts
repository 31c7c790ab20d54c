import { describe, expect, it } from 'vitest'
import { pdfOf } from '#lib/server/documents/pdf/document-pdf.ts'
import { openPdf } from '#lib/server/documents/pdf/pdf-file.ts'
import { fontPath } from '#lib/server/documents/pdf/pdf-fonts.ts'
import { drawText, visualRuns } from '#lib/server/documents/pdf/pdf-text.ts'
import { receiptPdf } from '#lib/server/documents/pdf/receipt-pdf.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import { formatLongDate } from '#lib/text/format-date.ts'
import { LOCALES } from '#lib/text/locales.ts'
import { RESOURCES } from '#lib/text/catalogues.ts'
import { FEATURE, RECEIPT, TICKETS } from '#tests/support/printed-order.ts'
import { paintedPages } from '#tests/support/pdf.ts'

const DAY = 86_400_000
/** A week, and the months of a year. */
const DATES = [...Array(7).keys(), ...Array.from({ length: 12 }, (_, n) => n * 30)].map((day) => Date.UTC(2027, 0, 15) + day * DAY)

function backwards(text: string): string {
  return [...text].reverse().join('')
}

describe('the PDF is in the language of the order', () => {
  it('Russian on tickets: labels, the date and a state', async () => {
    const [first = '', second = ''] = paintedPages(await pdfOf(TICKETS, 'ru'))
    for (const text of ['Билет 1 из 2', 'вторник, 30 марта', 'Сектор', 'Открытие дверей', 'Номер заказа 1234-5678', 'Телефон кассы'])
      expect(first).toContain(text)
    expect(second).toContain('Билет отменён')
  })

  it('Russian on a receipt', async () => {
    const [page = ''] = paintedPages(await receiptPdf(RECEIPT, 'ru'))
    for (const text of [
      'Квитанция № 12',
      'Кому',
      'Кредитная карта, последние цифры 4821, 3 платежа',
      'Сбор за оформление',
      'Всего оплачено',
    ])
      expect(page).toContain(text)
  })

  it('Hebrew names in it from right to left', async () => {
    const [page = ''] = paintedPages(await pdfOf(TICKETS, 'ru'))
    expect(page).toContain(backwards(FEATURE))
  })

  it('Arabic on tickets: from the left edge its letters are in reverse order', async () => {
    const [first = '', second = ''] = paintedPages(await pdfOf(TICKETS, 'ar'))
    for (const text of ['القطاع', 'السعر', 'التاريخ', 'مارس', 'رقم الطلب']) expect(first).toContain(backwards(text))
    expect(first).toContain(backwards(FEATURE))
    expect(second).toContain(backwards('التذكرة'))
  })

  it('Arabic on a receipt', async () => {
    const [page = ''] = paintedPages(await receiptPdf(RECEIPT, 'ar'))
    for (const text of ['إيصال', 'بطاقة ائتمان', 'مجموع المدفوع', 'رسوم']) expect(page).toContain(backwards(text))
  })

  it('numbers, phones, prices and codes from left to right in Arabic text', async () => {
    const sheets = { tickets: paintedPages(await pdfOf(TICKETS, 'ar')), receipt: paintedPages(await receiptPdf(RECEIPT, 'ar')) }
    const phone = settings().boxOfficePhone
    for (const text of ['1234-5678', 'ABCDEFGHJK0123456789', phone, '20:30', '₪157.50']) expect(sheets.tickets[0]).toContain(text)
    for (const text of ['1234-5678', '01A3B567890123456789', phone]) expect(sheets.tickets[1]).toContain(text)
    for (const text of ['1234-5678', phone, '20:30', '30.3.2027', '−₪50', '4821', '7734']) expect(sheets.receipt[0]).toContain(text)
  })

  it('joined Arabic letters: a word is one run and narrower than its separate letters', () => {
    const { doc } = openPdf('', 'ar', { width: 600, height: 800 })
    doc.addPage().font(fontPath('regular', 'arabic'))
    const [word, ...more] = visualRuns('ببب', 'rtl').map(({ text }) => text)
    expect(more).toEqual([])
    expect(doc.widthOfString(word ?? '')).toBeLessThan(2.5 * doc.widthOfString('ب'))
  })

  it.each(LOCALES)('a glyph for every character of its texts and dates in every face: %s', async (locale) => {
    const texts = [...Object.values(RESOURCES[locale].document), ...DATES.map((date) => formatLongDate(date, locale))]
    const { doc, whole } = openPdf('', locale, { width: 600, height: 800 })
    doc.addPage()
    for (const face of ['regular', 'bold', 'display'] as const)
      for (const text of texts)
        drawText(doc, { text, style: { face, size: 10, color: '#000000' } }, { x: 0, y: 10, width: 600, align: 'start', direction: 'ltr' })
    doc.end()
    // A character that the font lacks is drawn as glyph 0.
    expect(paintedPages(await whole).join('')).not.toContain('\0')
  })
})
