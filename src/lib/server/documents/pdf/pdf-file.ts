import PDFDocument from 'pdfkit'
import type { Locale } from '#lib/text/locales.ts'
import { settings } from '#lib/server/platform/config/settings.ts'

/** Points. */
export interface PaperSize {
  readonly width: number
  readonly height: number
}

/** Opens a PDF without pages; `whole` resolves to the file after `doc.end()`. */
export function openPdf(title: string, locale: Locale, { width, height }: PaperSize): { doc: PDFKit.PDFDocument; whole: Promise<Buffer> } {
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: settings().brand.name, Creator: settings().brand.name },
  })
  return { doc, whole: collect(doc) }
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  doc.on('end', () => {
    resolve(Buffer.concat(parts))
  })
  doc.on('error', reject)
  return promise
}
