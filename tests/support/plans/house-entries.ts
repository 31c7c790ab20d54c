import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { importFromTerminal } from '#lib/server/import/cli.ts'
import { planFromTerminal } from '#lib/server/import/look/cli.ts'
import { streamFile } from '#lib/server/sales/files/row-file.ts'
import { FORMS } from './house-forms.ts'
import { HOUSES } from './pretix-houses.ts'

/** What a command of the terminal answered and printed. */
export interface Printed {
  readonly code: number
  readonly lines: readonly string[]
  readonly complaints: readonly string[]
}

/** A command of the terminal, run in a folder. */
export async function runIn(
  folder: string,
  command: typeof planFromTerminal | typeof importFromTerminal,
  ...args: string[]
): Promise<Printed> {
  const [lines, complaints]: [string[], string[]] = [[], []]
  const terminal = { say: (line: string) => lines.push(line), complain: (line: string) => complaints.push(line) }
  return { code: await command(args, { ...terminal, folder, dataDir: join(folder, 'data') }), lines, complaints }
}

/** The blocks of a page of the docs, in order, by their language. */
export async function blocksOf(page: string): Promise<readonly { readonly language: string; readonly text: string }[]> {
  const written = await readFile(`src/content/docs/${page}.md`, 'utf8')
  return [...written.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', text = '']) => ({ language, text }))
}

/** A plan in a form, as an entry of a catalogue whose file is written to a folder. */
export interface HouseEntry {
  readonly form: string
  readonly entryIn: (folder: string) => Promise<object>
}

const ENTRY = 'In a catalogue: '

/** The entry that `npm run plan -- look FILE` proposes. */
async function lookedAt(folder: string, file: string, content: string | Buffer): Promise<object> {
  await writeFile(join(folder, file), content)
  const { code, lines, complaints } = await runIn(folder, planFromTerminal, 'look', file)
  if (code !== 0 || complaints.length > 0) throw new Error(`${file}: ${complaints.join()}`)
  return JSON.parse(lines.find((line) => line.startsWith(ENTRY))?.slice(ENTRY.length) ?? '') as object
}

/** Rows of counts, as the smallest house of the docs has them. */
async function rowsEntry(): Promise<object> {
  const house = (await blocksOf('catalogue')).find(({ text }) => text.includes('"locations"'))
  const { seatplans } = JSON.parse(house?.text ?? '') as { readonly seatplans: readonly object[] }
  return seatplans[0] ?? {}
}

const COUNTS = { west: { name: 'west', sector_1: { name: '1', rows: [{ name: '1', seats: '18' }, { name: '2', seats: '1-4,7-18' }] } } } // prettier-ignore
const LAYOUT = {
  ...{ straights: [900, 500], cornerRadius: 300, pitch: { width: 800, height: 400, label: 'כר הדשא' } },
  tribunes: [{ key: 'west', name: 'מערב', side: 'top', category: 'מערב', bays: [[['1']]] }],
}

async function countsEntry(folder: string): Promise<object> {
  await writeFile(join(folder, 'counts.json'), JSON.stringify(COUNTS))
  return { format: 'counts', file: 'counts.json', layout: LAYOUT }
}

async function workbook(): Promise<Buffer> {
  const head = ['אזור', 'שורה', 'כיסאות', 'קטגוריה']
  const batches = Readable.from([[['אולם', '1', '1-19/2 | 2-20/2', 'רגיל'], ['אולם', '2', '101-120', 'רגיל'], ['יציע', 'א', '1-12', 'זול']]]) // prettier-ignore
  return Buffer.from(await new Response(streamFile({ head, batches, format: 'xlsx', name: 'אולם', locale: 'he' })).arrayBuffer())
}

const house = HOUSES.find(({ name }) => name === 'odd and even')?.file

const ROWS: HouseEntry = { form: 'rows', entryIn: rowsEntry }
const ONE_HOUSE: readonly HouseEntry[] = FORMS.map(({ file, write }) => ({
  form: file,
  entryIn: (folder) => lookedAt(folder, file, house ? write(house) : ''),
}))
const WORKBOOK: HouseEntry = {
  form: 'a workbook (xlsx)',
  entryIn: async (folder) => lookedAt(folder, 'hall.xlsx', await workbook()),
}
const COUNTED: HouseEntry = { form: 'counts', entryIn: countsEntry }

function ofTheDocs(
  form: string,
  file: string,
  isMeant: (block: { readonly language: string; readonly text: string }) => boolean,
): HouseEntry {
  return { form, entryIn: async (folder) => lookedAt(folder, file, (await blocksOf('seat-plans')).find(isMeant)?.text ?? '') }
}

/** One house of each form, one in each form of spreadsheets, and those that the docs show. */
export const ALL_ENTRIES: readonly HouseEntry[] = [
  ROWS,
  ...ONE_HOUSE,
  WORKBOOK,
  ofTheDocs('the points of the docs', 'points.json', ({ text }) => text.includes('"points"')),
  ofTheDocs('the spreadsheet of the docs', 'rows.csv', ({ language }) => language === 'csv'),
  COUNTED,
]

/** Seats of two sections that no plan draws. */
export const LIST_ENTRY: HouseEntry = {
  form: 'a list without a map',
  entryIn: (folder) =>
    lookedAt(
      folder,
      'list.json',
      JSON.stringify({
        format: 'points',
        seats: ['אולם', 'יציע'].flatMap((section) =>
          ['1', '2', '3'].flatMap((row) =>
            Array.from({ length: 12 }, (_seat, at) => ({ section, row, seat: String(at + 1), category: 'A' })),
          ),
        ),
      }),
    ),
}

/** A house of each form that has a map. */
export const MAPPED_ENTRIES: readonly HouseEntry[] = [ROWS, ...ONE_HOUSE]

/** A catalogue of houses with a showing in each, whose ids are those of the plans; `prices` are by category. */
export function catalogueOf(plans: readonly { readonly id: number; readonly plan: object; readonly prices: object }[]): object {
  const ids = plans.map(({ id }) => id)
  return {
    locations: ids.map((id) => ({ id, name: `בית ${String(id)}`, city: 'חיפה' })),
    venues: ids.map((id) => ({ id, locationId: id, name: 'האולם' })),
    categories: ids.map((id) => ({ id, name: 'תיאטרון' })),
    seatplans: plans.map(({ id, plan }) => ({ ...plan, id, venueId: id, name: `אולם ${String(id)}` })),
    ticketGroups: ids.map((id) => ({ id, name: 'רגיל', tickets: [{ id: id * 10, name: 'רגיל', price: 100 }] })),
    features: ids.map((id) => ({
      ...{ id, name: `ליר ${String(id)}`, categoryId: id },
      poster: { svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>' },
    })),
    presentations: plans.map(({ id, prices }) => ({
      ...{ id, featureId: id, venueId: id, seatplanId: id, start: { day: 14, time: '20:30' } },
      prices,
    })),
  }
}

/** Imports a catalogue from a folder. */
export async function importIn(folder: string, catalogue: object): Promise<Printed> {
  await writeFile(join(folder, 'one.json'), JSON.stringify(catalogue))
  return runIn(folder, importFromTerminal, 'one.json')
}

/** The categories without a price that the warning of an import names for a presentation. */
export function unpricedCategories({ lines }: Printed, index = 0): readonly string[] {
  const warned = lines.find((line) => line.includes(`$.presentations[${String(index)}].prices`)) ?? ''
  return [...(/the categories of its plan are (.*?): name/.exec(warned)?.[1] ?? '').matchAll(/"(.*?)"/g)].map(([, name = '']) => name)
}
