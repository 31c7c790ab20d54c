import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import type { Cell } from '#lib/domain/sales/csv.ts'
import type { LaidOutPlan, LaidOutSeat } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { checkPlan } from '#lib/server/import/plans/check-plan.ts'
import { namesBetween, readSeatCell } from '#lib/domain/seating/layout/name-series.ts'
import { readSheet } from '#lib/server/import/plans/forms/read-sheet.ts'
import { ImportNotes } from '#lib/server/import/read/report.ts'
import { workbookOf } from '#lib/server/sales/files/workbook.ts'

interface Read {
  readonly plan: LaidOutPlan | undefined
  readonly problems: readonly string[]
  readonly notes: readonly string[]
}

function read(content: string | Uint8Array, options: object = {}): Read {
  const [notes, inFile] = [new ImportNotes(), { file: 'hall.csv', path: [] }]
  const plan = readSheet(Buffer.from(content), options, { place: inFile, notes })
  if (plan) checkPlan(plan, inFile, notes)
  const tell = ({ path: where, sentence }: { path: readonly unknown[]; sentence: string }) => `${where.join(', ')}: ${sentence}`
  return { plan, problems: notes.problems.map(tell), notes: [...notes.repairs, ...notes.warnings].map(tell) }
}

const HALL = 'section,row,from,to,category\nאולם,1,1,4,A\nאולם,2,1,6,A\nיציע,1,101,103,B\n'

/** Seats of each row from the left of the hall to its right. */
function rowsOf(plan: LaidOutPlan | undefined): string[] {
  const rows = Map.groupBy(plan?.seats ?? [], (seat: LaidOutSeat) => `${String(seat.sectionId)}/${seat.rowName}`)
  return [...rows].map(([row, seats]) => `${row}: ${seats.toSorted((a, b) => a.seatplanX - b.seatplanX).map((seat) => seat.seatName).join(' ')}`) // prettier-ignore
}

async function* inOneBatch<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield await Promise.resolve(rows)
}

describe('a spreadsheet of rows', () => {
  test('is laid out row behind row and section behind section, seat 1 at the right', () => {
    const { plan, problems, notes } = read(HALL)
    expect([problems, notes]).toEqual([[], []])
    expect(rowsOf(plan)).toEqual(['1/1: 4 3 2 1', '1/2: 6 5 4 3 2 1', '2/1: 103 102 101'])
    expect(plan?.sections.map(({ name, capacity }) => [name, capacity])).toEqual([['אולם', 10], ['יציע', 3]]) // prettier-ignore
    expect([...new Set(plan?.seats.map((seat) => seat.seatplanY))]).toEqual([60, 100, 200])
    expect([...new Set(plan?.seats.map((seat) => seat.category))]).toEqual(['A', 'B'])
    const middle = (row: string) => {
      const xs = (plan?.seats ?? []).filter((seat) => seat.rowName === row && seat.sectionId === 1).map((seat) => seat.seatplanX)
      return (Math.min(...xs) + Math.max(...xs)) / 2
    }
    expect(middle('1')).toBeCloseTo(middle('2'))
    expect(rowsOf(read(HALL, { from: 'left' }).plan)[0]).toBe('1/1: 1 2 3 4')
  })

  test('with Hebrew headings is read alike from UTF-8, UTF-16 both ways, Windows-1255, other delimiters and a workbook', async () => {
    const hebrew = 'אולם;שורה;מכיסא;עד כיסא;קטגוריה\nפרטר;א;1;4;רגיל\nפרטר;ב;1;5;רגיל\n'.replace('אולם', 'גוש')
    const wanted = ['1/א: 4 3 2 1', '1/ב: 5 4 3 2 1']
    const utf16 = Buffer.from(`\uFEFF${hebrew}`, 'utf16le')
    const windows = Buffer.from([...hebrew].map((sign) => (sign >= 'א' ? sign.charCodeAt(0) - 0x5d0 + 0xe0 : sign.charCodeAt(0))))
    const cells = hebrew.trim().split('\n').map((line) => line.split(';').map((cell): Cell => (/^\d+$/.test(cell) ? Number(cell) : cell))) // prettier-ignore
    const [head = [], ...rows] = cells
    const xlsx = await buffer(workbookOf(head, inOneBatch(rows), { name: 'hall', isRtl: true })) // prettier-ignore
    for (const content of [
      hebrew,
      `\uFEFF${hebrew}`,
      hebrew.replaceAll(';', '\t'),
      utf16,
      Buffer.from(utf16).swap16(),
      utf16.subarray(2),
      windows,
      xlsx,
    ]) {
      const { plan, problems } = read(content)
      expect([problems, rowsOf(plan)]).toEqual([[], wanted])
      expect(plan?.sections[0]?.name).toBe('פרטר')
    }
    expect(read(windows).notes).toEqual([': is not UTF-8; it is read as Windows-1255'])
  })

  test('of a workbook as other programs write it: shared texts, addresses of cells, sheets by name, dates that were seats', () => {
    const sheet =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="3"><c r="A3"><v>7</v></c><c r="C3" t="str"><v>1-3</v></c></row>'
    const parts = {
      'xl/workbook.xml':
        '<x:workbook xmlns:x="a" xmlns:r="b"><x:sheets><x:sheet name="first" r:id="r1"/><x:sheet name="hall" r:id="r2"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/><Relationship Id="r2" Target="/xl/worksheets/b.xml"/></Relationships>',
      'xl/sharedStrings.xml': '<sst><si><t>row</t></si><si><r><t>se</t></r><r><t>ats</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="d/m/yy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      'xl/worksheets/a.xml': `<worksheet><sheetData>${sheet.replace('<c r="C3" t="str"><v>1-3</v></c>', '<c r="C3" s="1"><v>45931</v></c>')}</sheetData></worksheet>`,
      'xl/worksheets/b.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    }
    const xlsx = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
    expect(rowsOf(read(xlsx, { sheet: 'hall' }).plan)).toEqual(['1/7: 3 2 1'])
    expect(read(xlsx).problems[0]).toBe(
      'line 3: holds a date, which a spreadsheet makes of seats such as 1-10; give the column the format "text" and type it again',
    )
    expect(read(xlsx, { sheet: 'other' }).problems).toEqual([': has no sheet "other"; it has "first", "hall": choose one by "sheet"'])
  })

  test('has names apart from places: odd and even sides, letters, seats that end where others begin, aisles and free places', () => {
    const { plan, problems } = read(
      'row,seats,direction\n1,19-1/2 | 2-20/2,left\n2,"101,103,107",left\n3,"a-c | d-e",ltr\n4,"1-2,_,_,3",left\n5,א-ד,ימין\n',
    )
    expect(problems).toEqual([])
    expect(rowsOf(plan)).toEqual([
      '1/1: 19 17 15 13 11 9 7 5 3 1 2 4 6 8 10 12 14 16 18 20',
      '1/2: 101 103 107',
      '1/3: a b c d e',
      '1/4: 1 2 3',
      '1/5: ד ג ב א',
    ])
    const steps = (row: string) => {
      const xs = (plan?.seats ?? []).filter((seat) => seat.rowName === row).map((seat) => seat.seatplanX).sort((a, b) => a - b) // prettier-ignore
      return xs.slice(1).map((x, index) => Math.round((x - (xs[index] ?? 0)) / 33))
    }
    expect(steps('1')).toEqual([...Array<number>(9).fill(1), 2, ...Array<number>(9).fill(1)])
    expect([steps('2'), steps('3'), steps('4')]).toEqual([[1, 1], [1, 1, 2, 1], [1, 3]]) // prettier-ignore
  })

  test('joins lines of one row: without a gap where the numbers go on, else behind an aisle, or behind the gap that the line says', () => {
    const { plan } = read('row,from,to,gap,category\n1,1,2,,A\n1,3,4,,B\n1,11,12,,B\n1,13,13,3,B\n', { from: 'left' })
    const xs = (plan?.seats ?? []).map((seat) => seat.seatplanX - 60)
    expect(xs.map((x) => x / 33)).toEqual([0, 1, 2, 3, 5, 6, 10])
    expect(plan?.seats.map((seat) => seat.category)).toEqual(['A', 'A', 'B', 'B', 'B', 'B', 'B'])
  })

  test('takes an empty section or row from the line before, features by word or code, standing places and own headings', () => {
    const { plan, problems, notes } = read('Reihe,Block,Platz,מאפיינים,קיבולת,x-ray\n1,Mitte,1,נכה,,\n,,2,"מלווה, 13",,\n,Hof,,,300,\n', {
      columns: { row: 'Reihe', section: 'Block', seat: 'Platz' },
    })
    expect(problems).toEqual([])
    expect(plan?.seats.map((seat) => [seat.rowName, seat.seatName, seat.features]).toSorted()).toEqual([
      ['1', '1', [10]],
      ['1', '2', [11, 13]],
    ])
    expect(plan?.sections.map(({ name, isReserved, capacity }) => [name, isReserved, capacity])).toEqual([
      ['Mitte', true, 2],
      ['Hof', false, 300],
    ])
    expect(notes).toEqual(['line 1: the columns "x-ray" are not read'])
  })

  test('of single seats with x and y keeps their places; `places` moves sections', () => {
    const { plan } = read('section,row,seat,x,y\na,1,1,100,90\na,1,2,140,95\n')
    expect(plan?.seats.map((seat) => [seat.seatplanX, seat.seatplanY])).toEqual([[100, 90], [140, 95]]) // prettier-ignore
    expect(read('row,seat,x,y\n1,1,100,90\n1,2,,\n').problems).toEqual([
      'line 3: says no x and y, though other lines do: all seats need them, or none',
    ])
    const turned = read('section,row,from,to\na,1,1,3\n', { places: { a: { x: 500, y: 400, rotate: 90 } } })
    expect(turned.plan?.seats.map((seat) => [seat.seatplanX, seat.seatplanY]).sort()).toEqual([[500, 367], [500, 400], [500, 433]]) // prettier-ignore
  })

  test('has a stage in front of its first row if it is named', () => {
    const { plan } = read(HALL, { stageLabel: 'במה' })
    expect(plan?.stage?.label).toBe('במה')
    expect(Math.max(...(plan?.stage?.outline ?? []).map(([, y]) => y))).toBeLessThan(
      Math.min(...(plan?.seats ?? []).map((seat) => seat.seatplanY)),
    )
  })

  test('is refused with line, column, value and what is allowed', () => {
    const { plan, problems } = read('row,from,to,step\n1,1,x,\n2,1,5,0\n,1,2,\n3,1,2000000,\n')
    expect([plan, problems]).toEqual([
      undefined,
      [
        'line 2, from: "1" to "x" by 1 are no seats: numbers or letters of one kind, at most 2,000',
        'line 3, step: "0" is no whole number from 1',
        'line 5, from: "1" to "2000000" by 1 are no seats: numbers or letters of one kind, at most 2,000',
      ],
    ])
    expect(read('row,seat\n1,7\n1,7\n').problems[0]).toBe(
      'line 3: seat 7 of row 1 of "1" is there already (line 2); every seat needs a name of its own in its row',
    )
    expect(read('Reihe,Platz\n1,1\n').problems).toEqual([
      ': needs headings for the row and for "seat", "from" and "to", or "seats"; its first line says "Reihe", "Platz"; "columns" says which is which, for example { "row": "Reihe" }',
    ])
    expect(read('').problems).toEqual([': is empty'])
    expect(read('row,seat\n,1\n').problems).toEqual(['line 2, row: is empty: every seat needs the name of its row'])
    expect(read('row,seats\n1,"1-10\n').problems[0]).toMatch(/quotation mark that is not closed/)
    expect(read(Buffer.from('PK\u0003\u0004 no workbook')).problems).toEqual([expect.stringContaining('is no workbook that can be read')])
    expect(read(Buffer.from('d0cf11e0a1b11ae1', 'hex')).problems).toEqual([expect.stringContaining('old .xls form')])
  })
})

describe('names of seats', () => {
  test.each([
    ['1', '4', 1, '1 2 3 4'],
    ['19', '1', 6, '19 13 7 1'],
    ['101', '106', 2, '101 103 105'],
    ['A', 'D', 1, 'A B C D'],
    ['A9', 'A11', 1, 'A9 A10 A11'],
    ['08', '10', 1, '08 09 10'],
    ['י', 'נ', 1, 'י כ ל מ נ'],
    ['ט', 'יז', 1, 'ט י יא יב יג יד טו טז יז'],
    ['7', '7', 1, '7'],
  ])('from %s to %s by %d', (from, to, step, names) => {
    expect(namesBetween(from, to, step)?.join(' ')).toBe(names)
  })

  test('that do not belong together are none', () => {
    expect([namesBetween('1', 'B'), namesBetween('A1', 'B2'), namesBetween('1', '9999999'), namesBetween('1', '5', 0), namesBetween('', 'x')]).toEqual(Array(5).fill(undefined)) // prettier-ignore
    expect([readSeatCell('1-'), readSeatCell(''), readSeatCell('1-2-3'), readSeatCell('1-5/x')]).toEqual(Array(4).fill(undefined))
  })
})
