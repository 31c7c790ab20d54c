import PDFDocument from 'pdfkit'
import { expect, test, vi } from 'vitest'
import type { OrderDocument } from '#lib/server/documents/documents.ts'
import { PAGE } from '#lib/server/documents/pdf/document-pdf-parts.ts'
import { pdfOf } from '#lib/server/documents/pdf/document-pdf.ts'
import { giftPdf } from '#lib/server/documents/pdf/gift-pdf.ts'
import { memberPdf } from '#lib/server/documents/pdf/member-pdf.ts'
import { TICKETS } from '#tests/support/printed-order.ts'

/** A piece of text where it is drawn: its page, edges and baseline, in points. */
interface Piece {
  readonly page: unknown
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The letters stand between these shares of their size above and below the baseline. */
const [ABOVE, BELOW] = [0.72, 0.2]
/** Letters of one line touch each other. */
const TOUCHING = 0.5

/** The pieces that a drawing consists of. */
async function piecesOf(draw: () => Promise<Buffer>): Promise<readonly Piece[]> {
  const pieces: Piece[] = []
  const write = PDFDocument.prototype.text as (this: PDFKit.PDFDocument, ...asked: unknown[]) => PDFKit.PDFDocument
  vi.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (this: PDFKit.PDFDocument, ...asked: unknown[]) {
    const [said, x, y] = asked as [string, number, number]
    const size = (this as unknown as { readonly _fontSize: number })._fontSize
    const right = x + this.widthOfString(said, { features: [] })
    pieces.push({ page: this.page, text: said, left: x, right, top: y - size * ABOVE, bottom: y + size * BELOW })
    return Reflect.apply(write, this, asked)
  })
  await draw()
  vi.restoreAllMocks()
  return pieces
}

/** What leaves its page, and what is drawn over other text. */
function amissIn(pieces: readonly Piece[]): readonly string[] {
  const outside = pieces.filter(({ left, right, bottom }) => left < 0 || right > PAGE.width || bottom > PAGE.height)
  const over = pieces.flatMap((one, at) =>
    pieces
      .slice(at + 1)
      .filter((other) => isOver(one, other))
      .map((other) => `${one.text} × ${other.text}`),
  )
  return [...outside.map(({ text }) => text), ...over]
}

function isOver(one: Piece, other: Piece): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return one.page === other.page && across > TOUCHING && down > TOUCHING
}

const [SHOWING] = TICKETS.showings
const [TICKET] = SHOWING?.tickets ?? []

/** As long as an import takes names: 200 signs. */
const LONGEST = 'הפילהרמונית הישראלית מארחת '.repeat(9).slice(0, 200).trim()

function named(names: { feature: string; venue: string; section: string; ticket: string }): OrderDocument {
  if (!SHOWING || !TICKET) throw new Error('There is no ticket.')
  const ticket = { ...TICKET, sectionName: names.section, ticketName: names.ticket }
  return { ...TICKETS, showings: [{ ...SHOWING, featureName: names.feature, venueName: names.venue, tickets: [ticket] }] }
}

test.each([
  [
    'as houses have them',
    {
      feature: 'הפילהרמונית הישראלית: הסימפוניה התשיעית של בטהובן עם המקהלה הקאמרית',
      venue: 'אולם הקונצרטים על שם משפחת לוין־רוזנברג, המרכז לאמנויות הבמה',
      section: 'יציע צפוני עליון, אגף משפחות',
      ticket: 'אזרח ותיק או תלמיד (עם תעודה בתוקף)',
    },
  ],
  ['as long as can be', { feature: LONGEST, venue: LONGEST, section: LONGEST, ticket: LONGEST }],
  ['of one word', { feature: 'ש'.repeat(200), venue: 'ש'.repeat(200), section: 'ש'.repeat(200), ticket: 'ש'.repeat(200) }],
])('a printed ticket with names %s stays on its page, and nothing of it stands over anything else', async (_how, names) => {
  for (const locale of ['he', 'en'] as const) expect(amissIn(await piecesOf(() => pdfOf(named(names), locale)))).toEqual([])
})

test('names with room are drawn whole and as large as ever', async () => {
  const pieces = await piecesOf(() => pdfOf(TICKETS, 'he'))
  expect(amissIn(pieces)).toEqual([])
  expect(pieces.some(({ text }) => text.includes('…'))).toBe(false)
  const heightOf = (word: string) => pieces.filter(({ text }) => text === word).map(({ top, bottom }) => (bottom - top) / (ABOVE + BELOW))
  expect(heightOf('הגשר')[0]).toBeCloseTo(27)
  expect(heightOf('סטודנט')[0]).toBeCloseTo(13)
})

test('the label below a fact of two lines keeps its distance, and the code below still has its size', async () => {
  const section = 'יציע צפוני עליון, אגף משפחות'
  const ticket = 'אזרח ותיק או תלמיד (עם תעודה בתוקף)'
  let side = 0
  const rect = PDFDocument.prototype.rect as (this: PDFKit.PDFDocument, ...asked: unknown[]) => PDFKit.PDFDocument
  vi.spyOn(PDFDocument.prototype, 'rect').mockImplementation(function (this: PDFKit.PDFDocument, ...asked: unknown[]) {
    const [, y = 0, , height = 0] = asked as number[]
    if (y > 200) side = Math.max(side, height)
    return Reflect.apply(rect, this, asked)
  })
  const pieces = await piecesOf(() => pdfOf(named({ feature: LONGEST, venue: LONGEST, section, ticket }), 'he'))
  const pieceOf = (text: string) => pieces.find((piece) => piece.text === text) ?? expect.fail(text)
  expect(pieceOf('מושב').top - pieceOf('משפחות').bottom).toBeGreaterThan(4)
  expect(side).toBeGreaterThan(140)
})

test('so does the card of a membership', async () => {
  const card = { memberNumber: '123456789', name: LONGEST, holderName: LONGEST, additionalName: LONGEST, seatNumber: 7 }
  const draw = () => memberPdf({ ...card, startsAt: 0, endsAt: Date.UTC(2027, 0, 1), code: 'm1.x', documentKey: 'D1' }, 'he')
  expect(amissIn(await piecesOf(draw))).toEqual([])
})

test('so does a gift with a long greeting of several lines', async () => {
  const gift = {
    ...{
      standing: 'active',
      to: 'רות '.repeat(10).trim(),
      from: 'נועה '.repeat(8).trim(),
      greeting: 'מזל טוב לכם\r\n'.repeat(13).slice(0, 160),
    },
    ...{
      picture: 'moon',
      name: LONGEST,
      balance: 123_450,
      isTickets: false,
      reference: 'ABCD-EFGH-JKMN-PQRS',
      endsAt: Date.UTC(2027, 0, 1),
    },
  } as const
  expect(amissIn(await piecesOf(() => giftPdf(gift as unknown as Parameters<typeof giftPdf>[0], 'he')))).toEqual([])
})
