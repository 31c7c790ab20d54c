import { drawText, fitText, type TextStyle } from './pdf-text.ts'
import { qrModules } from '../ticket-codes.ts'

/** A5, in points. */
export const PAGE = { width: 419.53, height: 595.28, margin: 32 } as const

export interface Sheet {
  readonly doc: PDFKit.PDFDocument
  readonly direction: 'rtl' | 'ltr'
}

const STAGE = '#120D18'
const ON_STAGE = '#FFFFFF'
const ON_STAGE_2 = '#CFC7DA'
const LINE = '#857C92'
const CODE_SIDE = 168
/** Lowest edge of a code: below it are the lines that name it, down to the foot of the page. */
const LOWEST_CODE = PAGE.height - 73
const WIDTH = PAGE.width - 2 * PAGE.margin

const BRAND: TextStyle = { face: 'display', size: 14, color: ON_STAGE }
const COUNT: TextStyle = { face: 'regular', size: 9.5, color: ON_STAGE_2 }
const TITLE: TextStyle = { face: 'display', size: 27, color: ON_STAGE }
const PLACE: TextStyle = { face: 'regular', size: 11, color: ON_STAGE_2 }
const NOTICE: TextStyle = { face: 'bold', size: 16, color: '#B01E2E' }

/** Lines that a name has room for: what is below it, down to the foot of the page, stands where it stands. */
export const MOST_LINES = 2

/** Draws the black header. @returns its lower edge */
export function drawHeader(
  sheet: Sheet,
  words: { readonly brand: string; readonly count: string; readonly title: string; readonly place: string },
): number {
  const { doc, direction } = sheet
  const box = { x: PAGE.margin, width: WIDTH, direction } as const
  const title = { text: words.title, style: TITLE }
  const height = 124 + (fitText(doc, title, { width: WIDTH, most: MOST_LINES }).lines.length - 1) * 30
  doc.rect(0, 0, PAGE.width, height).fill(STAGE)
  drawText(doc, { text: words.brand, style: BRAND }, { ...box, y: 32, align: 'start' })
  drawText(doc, { text: words.count, style: COUNT }, { ...box, y: 32, align: 'end' })
  const last = drawText(doc, title, { ...box, y: 76, align: 'start', leading: 30, most: MOST_LINES })
  drawText(doc, { text: words.place, style: PLACE }, { ...box, y: last + 24, align: 'start', leading: 13, most: MOST_LINES })
  return height
}

/** Draws a dashed line for tearing, with a notch at each end. */
export function drawPerforation({ doc }: Sheet, y: number): void {
  doc
    .save()
    .moveTo(PAGE.margin, y)
    .lineTo(PAGE.width - PAGE.margin, y)
    .dash(4, { space: 4 })
    .lineWidth(1)
    .stroke(LINE)
    .undash()
    .restore()
  for (const x of [0, PAGE.width]) doc.save().circle(x, y, 11).lineWidth(1).stroke(LINE).restore()
}

/** Draws the QR symbol in black on white, with its quiet zone; smaller if long names above leave less room. @returns its lower edge */
export function drawCode({ doc }: Sheet, code: string, top: number): number {
  const { size, isBlack } = qrModules(code)
  const side = sideBelow(top)
  const module = side / (size + 8)
  const left = (PAGE.width - side) / 2
  doc.rect(left, top, side, side).fill('#FFFFFF')
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (isBlack(row, column)) doc.rect(left + (column + 4) * module, top + (row + 4) * module, module, module)
    }
  }
  doc.fill('#000000')
  return top + side
}

function sideBelow(top: number): number {
  return Math.min(CODE_SIDE, LOWEST_CODE - top)
}

/** Draws the reason for a missing code in its place. @returns its lower edge */
export function drawNotice({ doc, direction }: Sheet, text: string, top: number): number {
  drawText(doc, { text, style: NOTICE }, { x: PAGE.margin, width: WIDTH, y: top + 80, align: 'center', direction, leading: 22 })
  return top + sideBelow(top)
}
