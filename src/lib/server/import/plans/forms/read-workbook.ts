import { unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'

/** A sheet of a workbook: a cell is its text, or DATE where the program made a date of what was typed. */
export interface WorkbookSheet {
  readonly name: string
  readonly rows: readonly (readonly (string | typeof DATE)[])[]
}

export const DATE = Symbol('date')

const MOST_BYTES = 200_000_000
const MOST_COLUMNS = 1_000
const MOST_ROWS = 200_000
const READ = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/
/** Formats of dates and times that every program has by number. */
const isDateFormat = (id: number): boolean => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** The sheets of an .xlsx workbook. @throws {Error} if it is none, or would unpack to more than 200 MB */
export function readWorkbook(bytes: Uint8Array): WorkbookSheet[] {
  let size = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!READ.test(name)) return false
      size += originalSize
      if (size > MOST_BYTES) throw new Error('the workbook is too large')
      return true
    },
  })
  const textOf = (name: string): string => (files[name] ? new TextDecoder().decode(files[name]) : '')
  const links = readLinks(textOf('xl/_rels/workbook.xml.rels'))
  const strings = readStrings(textOf('xl/sharedStrings.xml'))
  const dates = readDateStyles(textOf('xl/styles.xml'))
  const sheets = readSheets(textOf('xl/workbook.xml')).map(({ name, link }) => {
    const path = (links.get(link) ?? '').replace(/^\/?(?:xl\/)?/, 'xl/')
    return { name, rows: readRows(textOf(path), strings, dates) }
  })
  if (sheets.length === 0) throw new Error('the workbook has no sheets')
  return sheets
}

type Attributes = Readonly<Record<string, string>>

interface Events {
  readonly open: (name: string, attributes: Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Names come without their prefixes, which programs choose. */
function walk(xml: string, { open, close, text }: Events): void {
  const plain = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(plain(name), attributes),
      onclosetag: (name) => close?.(plain(name)),
      ontext: (part) => text?.(part),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
}

function readLinks(xml: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>()
  walk(xml, { open: (_, { Id = '', Target = '' }) => void links.set(Id, Target) })
  return links
}

function readSheets(xml: string): { name: string; link: string }[] {
  const sheets: { name: string; link: string }[] = []
  walk(xml, {
    open: (element, attributes) => {
      const link = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      if (element === 'sheet') sheets.push({ name: attributes.name ?? '', link })
    },
  })
  return sheets
}

/** Texts that several cells share; what is read aloud beside them (rPh) is no part of them. */
function readStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let [isText, isAloud] = [false, false]
  walk(xml, {
    open: (name) => {
      if (name === 'si') strings.push('')
      if (name === 't') isText = true
      if (name === 'rPh') isAloud = true
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isAloud = false
    },
    text: (part) => {
      if (isText && !isAloud) strings.push((strings.pop() ?? '') + part)
    },
  })
  return strings
}

/** The styles of cells, by number, that show a date. */
function readDateStyles(xml: string): ReadonlySet<number> {
  const [own, dates] = [new Set<number>(), new Set<number>()]
  let [isCell, count] = [false, 0]
  walk(xml, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt' && /[dmyhs]/i.test(formatCode.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))) own.add(Number(numFmtId))
      if (name === 'cellXfs') isCell = true
      if (name !== 'xf' || !isCell) return
      if (isDateFormat(Number(numFmtId)) || own.has(Number(numFmtId))) dates.add(count)
      count++
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false
    },
  })
  return dates
}

/** A row or cell that does not say where it stands follows the one before. */
function readRows(xml: string, strings: readonly string[], dates: ReadonlySet<number>): WorkbookSheet['rows'] {
  const rows: (string | typeof DATE)[][] = []
  let [column, type, style, written, isValue] = [0, '', '', '', false]
  walk(xml, {
    open: (name, attributes) => {
      if (name === 'row') {
        const next = Math.min(Number(attributes.r ?? rows.length + 1) || rows.length + 1, MOST_ROWS)
        while (rows.length < next) rows.push([])
        column = 0
      } else if (name === 'c') {
        column = Math.min(columnOf(attributes.r) ?? column + 1, MOST_COLUMNS)
        ;[type, style, written] = [attributes.t ?? 'n', attributes.s ?? '', '']
      } else if (name === 'v' || name === 't') isValue = true
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      const row = rows.at(-1)
      if (name !== 'c' || !row) return
      while (row.length < column - 1) row.push('')
      const isDate = type === 'd' || (type === 'n' && written !== '' && style !== '' && dates.has(Number(style)))
      row[column - 1] = isDate ? DATE : type === 's' ? (strings[Number(written)] ?? '') : written
    },
    text: (part) => {
      if (isValue) written += part
    },
  })
  return rows
}

/** `AB12` is column 28. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address ?? '')?.[0]
  return letters === undefined ? undefined : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}
