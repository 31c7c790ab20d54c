import { harmless, type Cell } from '#lib/domain/sales/csv.ts'
import { zipOf, type ZipEntry } from './zip.ts'

/** How the sheets of a workbook are named and read. */
export interface Sheet {
  readonly name: string
  readonly isRtl: boolean
}

type Rows = readonly (readonly Cell[])[]

/** Programs read 1,048,576 rows of a sheet; what is more stands on the next one. */
const MOST_ROWS = 1_000_000
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** An Excel workbook as it is made: a head that stays in sight, then the rows as they come, in batches of no more than some thousand. */
export function workbookOf(head: readonly Cell[], batches: AsyncIterable<Rows>, sheet: Sheet): AsyncGenerator<Uint8Array> {
  return zipOf(entriesOf(head, batches, sheet))
}

async function* entriesOf(head: readonly Cell[], batches: AsyncIterable<Rows>, sheet: Sheet): AsyncGenerator<ZipEntry> {
  const coming = batches[Symbol.asyncIterator]()
  let sheets = 0
  let next = await coming.next()
  async function* sheetXml(): AsyncGenerator<string> {
    yield sheetHead(sheet) + rowXml(head, 's="1" ')
    for (let rows = 0; !next.done && rows < MOST_ROWS; next = await coming.next()) {
      rows += next.value.length
      yield next.value.map((row) => rowXml(row)).join('')
    }
    yield '</sheetData></worksheet>'
  }
  try {
    do {
      sheets++
      yield { name: `xl/worksheets/sheet${String(sheets)}.xml`, content: sheetXml() }
    } while (!next.done)
  } finally {
    await coming.return?.()
  }
  yield { name: 'xl/workbook.xml', content: [workbookXml(sheet.name, sheets)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookLinks(sheets)] }
  yield { name: 'xl/styles.xml', content: [STYLES] }
  yield { name: '_rels/.rels', content: [linksXml([link('rId1', 'officeDocument', 'xl/workbook.xml')])] }
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets)] }
}

function sheetHead({ isRtl }: Sheet): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const view = `<sheetView${isRtl ? ' rightToLeft="1"' : ''} workbookViewId="0">${pane}</sheetView>`
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews><sheetData>`
}

function rowXml(row: readonly Cell[], style = ''): string {
  return `<row>${row.map((cell) => cellXml(cell, style)).join('')}</row>`
}

function cellXml(cell: Cell, style: string): string {
  if (cell === null) return '<c/>'
  if (typeof cell === 'number') return `<c ${style}><v>${String(cell)}</v></c>`
  return `<c ${style}t="inlineStr"><is><t xml:space="preserve">${escape(harmless(cell))}</t></is></c>`
}

/** Of what XML cannot hold nothing is left. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Sheets have names of at most 31 signs, without those of formulas. */
function workbookXml(name: string, sheets: number): string {
  const short = escape(name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 25))
  const all = each(sheets, (at) => {
    const named = at === 1 ? short : `${short} ${String(at)}`
    return `<sheet name="${named}" sheetId="${String(at)}" r:id="rId${String(at)}"/>`
  })
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${all}</sheets></workbook>`
}

function workbookLinks(sheets: number): string {
  const own = each(sheets, (at) => link(`rId${String(at)}`, 'worksheet', `worksheets/sheet${String(at)}.xml`))
  return linksXml([own, link(`rId${String(sheets + 1)}`, 'styles', 'styles.xml')])
}

function link(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`
}

function linksXml(links: readonly string[]): string {
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`
}

function contentTypes(sheets: number): string {
  const kind = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  const types = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    kind('/xl/workbook.xml', 'sheet.main'),
    kind('/xl/styles.xml', 'styles'),
    each(sheets, (at) => kind(`/xl/worksheets/sheet${String(at)}.xml`, 'worksheet')),
  ]
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${types.join('')}</Types>`
}

function each(count: number, xmlOf: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => xmlOf(at + 1)).join('')
}

/** Plain cells, and those of a head in bold. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`
