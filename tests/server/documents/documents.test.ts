import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MiniSite } from '#lib/domain/catalogue/mini-sites.ts'
import { ticketStateOf } from '#lib/domain/orders/issued-ticket.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { calendarOf } from '#lib/server/documents/document-calendar.ts'
import { fileAnswer } from '#lib/server/documents/drawing/document-files.ts'
import { pdfOf } from '#lib/server/documents/pdf/document-pdf.ts'
import { placesOf } from '#lib/text/place-text.ts'
import { documentOf, documentOfOrder, type OrderDocument } from '#lib/server/documents/documents.ts'
import { visualRuns } from '#lib/server/documents/pdf/pdf-text.ts'
import { qrModules, qrPath, signTicketCode, ticketPublicKey, verifyTicketCode } from '#lib/server/documents/ticket-codes.ts'
import { textOf } from '#lib/text/text.ts'
import { freshDatabase } from '#tests/support/database/database.ts'
import { paintedPages } from '#tests/support/pdf.ts'
import { insertOrder, insertShowings } from '#tests/support/database/order-rows.ts'

const HOUR = 3_600_000
/** 20:30 in Israel's summer time. */
const STARTS = Date.UTC(2027, 2, 30, 17, 30)
const TICKET = { ticketIdentifier: 'ABCDEFGHJK0123456789', presentationId: 4001 }

beforeAll(async () => {
  await freshDatabase()
  await insertShowings([
    { startsAt: '2027-03-30T20:30:00+03:00', minutes: 100 },
    { startsAt: '2027-01-05T10:00:00+02:00', minutes: 0, featureTypeId: 7, featureName: 'מוזיאון הים' },
    // The clock goes forward at 02:00 on this night.
    { startsAt: '2027-03-26T01:30:00+02:00', minutes: 60, featureName: 'הצגת חצות' },
  ])
})

async function documentAt(now: number, wanted: Parameters<typeof insertOrder>[0] = {}): Promise<OrderDocument> {
  const { documentKey } = await insertOrder(wanted)
  const found = await documentOf(documentKey, now)
  if (!found) throw new Error('The document is not there.')
  return found
}

function siteOf(name: string): MiniSite {
  const he = { name, eyebrow: '', lead: '', note: '', aboutTitle: '', about: '' }
  return { id: 1, url: 'voices', isClosed: false, opensAt: null, closesAt: null, accent: null, words: { he }, presentationIds: [] }
}

describe('the electronic document of a key', () => {
  it('shows the order, its presentations and a signed code for each ticket', async () => {
    const order = await documentAt(STARTS - HOUR, { presentationIds: [2, 1] })
    expect(order.showings.map(({ presentationId }) => presentationId)).toEqual([2, 1])
    const [, showing] = order.showings
    expect(showing).toMatchObject({
      featureName: 'הגשר של אבא',
      startsAt: STARTS,
      endsAt: STARTS + 100 * 60_000,
      doorsAt: STARTS - HOUR / 2,
    })
    expect(showing?.tickets).toHaveLength(3)
    for (const ticket of showing?.tickets ?? []) {
      expect(verifyTicketCode(ticket.code ?? '')).toEqual({ ticketIdentifier: ticket.ticketIdentifier, presentationId: 1 })
    }
    expect(showing && placesOf(showing, textOf('he'))).toEqual(['אולם מרכז · שורה 7 · מושבים 14, 15', 'מדשאה · מקום אחד'])
  })

  it('exists for paid orders only, and not for guessed keys', async () => {
    expect(await documentOf('unknown')).toBeUndefined()
    for (const state of ['paying', 'failed']) {
      const { documentKey, orderId } = await insertOrder({ state })
      expect(await documentOf(documentKey)).toBeUndefined()
      expect(await documentOfOrder(orderId)).toBeUndefined()
    }
    expect((await fileAnswer('unknown', { type: 'x', name: (id) => id, locale: 'he', make: () => '' })).status).toBe(404)
  })

  it('hides the code when the show is over: start plus running time, to the minute', async () => {
    const { documentKey } = await insertOrder()
    const end = STARTS + 100 * 60_000
    const stateAt = async (now: number) => (await documentOf(documentKey, now))?.showings[0]?.tickets[0]
    expect(await stateAt(end - 1)).toMatchObject({ state: 'valid' })
    expect(await stateAt(end)).toMatchObject({ state: 'past', code: null })
  })

  it('admits to untimed presentations until midnight in Israel', async () => {
    const { documentKey } = await insertOrder({ presentationIds: [2] })
    const midnight = Date.parse('2027-01-06T00:00:00+02:00')
    expect((await documentOf(documentKey, midnight - 1))?.showings[0]?.tickets[0]?.state).toBe('valid')
    expect((await documentOf(documentKey, midnight))?.showings[0]?.tickets[0]?.state).toBe('past')
  })

  it('shows used tickets and those of a refunded order without a code', async () => {
    const used = await insertOrder()
    await database().query('UPDATE order_seat SET used_at = now() WHERE order_id = $1 AND line = 1', [used.orderId])
    const tickets = (await documentOf(used.documentKey, STARTS))?.showings[0]?.tickets
    expect(tickets?.map(({ state, code }) => [state, code === null])).toEqual([
      ['used', true],
      ['valid', false],
      ['valid', false],
    ])
    const refunded = await documentAt(STARTS, { state: 'refunded' })
    expect(refunded.showings[0]?.tickets.map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})

describe('the state of an issued ticket', () => {
  const facts = { isCancelled: false, isUsed: false, startsAt: 0, minutes: 60, dayEndsAt: null }
  it.each([
    ['before the end', facts, HOUR - 1, 0, 'valid'],
    ['at the end', facts, HOUR, 0, 'past'],
    ['within the grace', facts, HOUR + 59_999, 1, 'valid'],
    ['after the grace', facts, HOUR + 60_000, 1, 'past'],
    ['used and past', { ...facts, isUsed: true }, 2 * HOUR, 0, 'used'],
    ['cancelled and used', { ...facts, isUsed: true, isCancelled: true }, 0, 0, 'cancelled'],
  ] as const)('%s', (_name, given, now, grace, state) => {
    expect(ticketStateOf(given, now, grace)).toBe(state)
  })
})

describe('the code of a ticket', () => {
  const code = signTicketCode(TICKET)

  it('is verified with the public key alone', () => {
    expect(verifyTicketCode(code, [ticketPublicKey()])).toEqual(TICKET)
    expect(ticketPublicKey()).toContain('BEGIN PUBLIC KEY')
  })

  it('is rejected if anything in it was changed', () => {
    const [version, ticket, presentation, signature = ''] = code.split('.')
    const forged = [
      `${version}.${ticket}X.${presentation}.${signature}`,
      `${version}.${ticket}.4002.${signature}`,
      `2.${ticket}.${presentation}.${signature}`,
      `${version}.${ticket}.${presentation}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${version}.${ticket}.${presentation}`,
      `${code}.1`,
      ` ${code}`,
      '',
      'x'.repeat(10_000),
    ]
    expect(forged.map((text) => verifyTicketCode(text))).toEqual(forged.map(() => undefined))
  })

  it('is drawn as exactly the modules of its symbol, with a quiet zone of four', () => {
    const { size, isBlack } = qrModules(code)
    const { side, path } = qrPath(code)
    expect(side).toBe(size + 8)
    const drawn = new Set<string>()
    for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
      for (let step = 0; step < Number(length); step++) drawn.add(`${String(Number(y) - 4)} ${String(Number(x) - 4 + step)}`)
    }
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) expect(drawn.has(`${String(row)} ${String(column)}`)).toBe(isBlack(row, column))
  })
})

describe('the calendar file', () => {
  let file = ''
  beforeEach(async () => {
    file = calendarOf(await documentAt(STARTS, { presentationIds: [3, 1] }), 'he').replace(/\r\n[ \t]/g, '')
  })

  it('has an event per presentation in UTC, across a clock change', () => {
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    expect([...file.matchAll(/^DTSTART:(.*)$/gm)].map(([, at]) => at?.trim())).toEqual(['20270325T233000Z', '20270330T173000Z'])
    expect([...file.matchAll(/^DTEND:(.*)$/gm)].map(([, at]) => at?.trim())).toEqual(['20270326T003000Z', '20270330T191000Z'])
  })

  it('has what is entered at any time of a day as an event of that whole day in Israel, and the others as before', async () => {
    const both = calendarOf(await documentAt(STARTS, { presentationIds: [2, 1] }), 'he')
    expect([...both.matchAll(/^DT(START|END)(.*?)\r?$/gm)].map(([, , at]) => at)).toEqual([
      ';VALUE=DATE:20270105',
      ';VALUE=DATE:20270106',
      ':20270330T173000Z',
      ':20270330T191000Z',
    ])
    const late = await documentAt(STARTS, { presentationIds: [2] })
    const [showing] = late.showings
    if (!showing) throw new Error('There is no showing.')
    // Half past midnight in Israel is the day before in UTC.
    const early = calendarOf({ ...late, showings: [{ ...showing, startsAt: Date.UTC(2027, 0, 30, 22, 30) }] }, 'he')
    expect(early).toContain('BUSYSTATUS:FREE')
    expect(early).toMatch(/DTSTART;VALUE=DATE:20270131\r?\nDTEND;VALUE=DATE:20270201/)
  })

  it('is in Hebrew, names the seats, has a reminder and links to the document', () => {
    expect(file).toContain('SUMMARY:הגשר של אבא')
    expect(file).toContain('מושבים 14\\, 15')
    expect(file).toMatch(/BEGIN:VALARM[\s\S]*TRIGGER:-PT3H[\s\S]*END:VALARM/)
    expect(file).toMatch(/URL:http:\/\/127\.0\.0\.1:\d+\/edocument\/D/)
    expect(file.split('\r\n').every((line) => !line.includes('\n'))).toBe(true)
  })
})

describe('the PDF', () => {
  it('has a page per ticket and embeds its own fonts', async () => {
    const pdf = (await pdfOf(await documentAt(STARTS), 'he')).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(3)
    expect(pdf).toMatch(/\/FontFile2/)
    expect(pdf).not.toContain('/BaseFont /Helvetica')
  })

  it('draws Hebrew from right to left: from the left edge its letters are in reverse order', async () => {
    const [page = ''] = paintedPages(await pdfOf(await documentAt(STARTS), 'he'))
    expect(page).toContain([...'הגשר של אבא'].reverse().join(''))
    expect(page).toContain([...'יום שלישי, '].reverse().join(''))
    expect(page).toContain('20:30')
    expect(page).toContain('₪157')
  })

  it('names the mini-site that the order was begun in on every page, in one line: without more words, or not at all, where it has no room', async () => {
    const order = await documentAt(STARTS)
    const pagesOf = async (name?: string) =>
      paintedPages(await pdfOf({ ...order, ...(name !== undefined && { site: siteOf(name) }) }, 'he')).map((page) =>
        [...page].reverse().join(''),
      )
    const phrase = textOf('he')('miniSite.orderedAt')
    const said = async (name: string) =>
      (await pagesOf(name)).map((page) => [page.includes(`${phrase} ${name}`), page.includes(name), page.includes('מספר הזמנה')])
    expect((await pagesOf()).map((page) => page.includes(phrase))).toEqual([false, false, false])
    expect(await said('קולות המדבר')).toEqual(Array(3).fill([true, true, true]))
    expect(await said('קולות המדבר של החורף הארוך והיפה בערבה, בהר ובנגב המערבי')).toEqual(Array(3).fill([false, true, true]))
    expect(await said('קולות המדבר '.repeat(9).trim())).toEqual(Array(3).fill([false, false, true]))
  })

  it.each([
    ['a price keeps its sign on the left', '₪185.50', ['₪', '185.50']],
    ['a number stays readable between Hebrew words', 'שורה 7, מושב 14', ['14', ' ', 'מושב', ' ,', '7', ' ', 'שורה']],
    [
      'brackets open towards their text',
      'סטודנט (עם תעודה)',
      [')', 'תעודה', ' ', 'עם', '( ', 'סטודנט'].map((part) => part.replace(/[()]/, (sign) => (sign === '(' ? ')' : '('))),
    ],
    ['a Latin name keeps its own order', 'ערב Live Aid', ['Live Aid', ' ', 'ערב']],
    ['signs of two units move nothing behind them', '🎭 abc שלום (12) xyz', ['xyz', ' (', '12', ') ', 'שלום', ' ', '🎭 abc']],
  ])('%s', (_name, text, onPaper) => {
    expect(visualRuns(text, 'rtl').map((run) => run.text)).toEqual(onPaper)
  })
})
