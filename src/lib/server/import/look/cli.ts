import { writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Point } from '#lib/domain/seating/plan/laid-out-plan.ts'
import { EXIT, type Terminal } from '#lib/server/platform/terminal/terminal.ts'
import { readJson } from '#lib/server/import/read/read-file.ts'
import { ImportNotes, writeRemark, type Remark } from '#lib/server/import/read/report.ts'
import { EXPORTS, exportPlan, type ExportForm } from '#lib/server/import/plans/forms/export-plan.ts'
import { lookAtPlan, type PlanLook } from './look-at-plan.ts'
import { findPlan, type PlanChoice } from './find-plan.ts'
import { drawPage } from './draw-page.ts'

/** A terminal of a folder, the base of relative file names; pages go beside the data directory. */
export interface PlanTerminal extends Terminal {
  readonly folder: string
  readonly dataDir: string
}

export const USAGE = `Usage: npm run plan -- look FILE [options]
Reads a seat plan as an import would and draws it; nothing is written to the database.
  FILE             a plan (pretix, points, Spektrix or rows in JSON, a spreadsheet, an SVG) or a catalogue with "seatplans"
  --out PAGE       the page with the drawing; left out: beside the data directory
  --plan ID        which plan of a catalogue
  --stage LABEL    what the stage is called ("stageLabel"); --stage-area NAME says which area it is ("stage")
  --foci X,Y[ X,Y] what seats look to, in units of the file: several for two stages ("foci"); left out: the stage, else a guess by the order of the rows
  --scale N        the drawing's scale ("scale"); --trim leaves out empty room ("trim")
  --sheet NAME     which sheet of a workbook ("sheet")
  --columns A=B,…  headings of a spreadsheet that are not known, such as row=Reihe ("columns")
  --from left      seat numbers of a spreadsheet begin at the left of the hall ("from")
  --mapping FILE   JSON that says how the seats of an SVG are named ("mapping")`

const EXPORT_USAGE = `       npm run plan -- export FILE --as pretix|svg|points --out OUT [the same options]
Writes the plan in another form, from which an import gives it again.`

const MOST = 40

/** Runs the command: 0 if an import would take the plan, 1 if it has problems, 2 for wrong words. */
export async function planFromTerminal(args: readonly string[], terminal: PlanTerminal): Promise<number> {
  const command = readCommand(args)
  if (!command) {
    terminal.complain(`${USAGE}\n${EXPORT_USAGE}`)
    return EXIT.misused
  }
  const notes = new ImportNotes()
  const file = resolve(terminal.folder, command.file)
  const mapping = command.mapping === undefined ? undefined : await readMapping(resolve(terminal.folder, command.mapping), notes)
  const options = { ...command.choice.options, ...(mapping !== undefined && { mapping }) }
  const found = notes.problems.length > 0 ? undefined : await findPlan(file, { ...command.choice, options }, notes)
  const look = found && (await lookAtPlan(found, dirname(file), notes))
  tell(notes, terminal)
  if (!look) {
    terminal.complain(`Not read: ${command.file}. Problems: ${String(notes.problems.length)}.`)
    return EXIT.refused
  }
  if (command.form !== undefined)
    return writeExport(look, { form: command.form, path: resolve(terminal.folder, command.out ?? '') }, terminal)
  summarise(look, terminal)
  const out = command.out === undefined ? defaultPage(terminal, file) : resolve(terminal.folder, command.out)
  await writeFile(out, drawPage(look, basename(file), notes))
  terminal.say(`Drawn: ${pathToFileURL(out).href}`)
  if (notes.problems.length === 0) return EXIT.done
  terminal.complain(`An import would refuse it. Problems: ${String(notes.problems.length)}, marked in the drawing where they have a place.`)
  return EXIT.refused
}

/** The form to write a plan in, and the file to write it to. */
interface Export {
  readonly form: ExportForm
  readonly path: string
}

async function writeExport({ plan, item }: PlanLook, { form, path }: Export, terminal: PlanTerminal): Promise<number> {
  const { text, lost } = exportPlan(plan, item.name, form)
  await writeFile(path, text)
  for (const what of lost) terminal.say(`left out  ${what}: the form ${form} does not know it`)
  terminal.say(`Written: ${String(plan.seats.length)} seats to ${path}`)
  return EXIT.done
}

function writePoints(points: readonly Point[]): string {
  return points.map((point) => point.map((part) => String(Math.round(part))).join(',')).join(' and ')
}

function readMapping(path: string, notes: ImportNotes): Promise<unknown> {
  return readJson(path, { file: path, path: [] }, notes)
}

interface Command {
  readonly file: string
  readonly out: string | undefined
  /** Of an export. */
  readonly form: ExportForm | undefined
  readonly mapping: string | undefined
  readonly choice: PlanChoice
}

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const OPTIONS = {
  ...{ out: text, plan: text, mapping: text, as: text },
  ...{ stage: text, 'stage-area': text, foci: text, scale: text, trim: flag, sheet: text, columns: text, from: text },
} as const

type Typed = ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: typeof OPTIONS }>>['values']

function readCommand(args: readonly string[]): Command | undefined {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const [word, file, ...more] = positionals
    if (file === undefined || more.length > 0) return undefined
    const { out, plan, mapping, as } = values
    const form = EXPORTS.find((one) => one === as)
    const isExport = word === 'export' && form !== undefined && out !== undefined
    if (!isExport && (word !== 'look' || as !== undefined)) return undefined
    return { file, out, form, mapping, choice: { planId: plan === undefined ? undefined : Number(plan), options: optionsOf(values) } }
  } catch {
    return undefined
  }
}

/** What the words say of the plan, under the names of the catalogue's options; what they leave out is left out. */
function optionsOf({ stage, 'stage-area': area, foci, scale, trim, sheet, columns, from }: Typed) {
  return {
    ...(stage !== undefined && { stageLabel: stage }),
    ...(area !== undefined && { stage: area }),
    ...(foci !== undefined && { foci: readPoints(foci) }),
    ...(scale !== undefined && { scale: asNumber(scale) }),
    ...(trim && { trim }),
    ...(sheet !== undefined && { sheet }),
    ...(columns !== undefined && { columns: readPairs(columns) }),
    ...(from !== undefined && { from }),
  }
}

/** `row=Reihe,seat=Platz` */
function readPairs(written: string): Record<string, string> {
  return Object.fromEntries(written.split(',').map((pair) => [pair.split('=')[0]?.trim() ?? '', pair.split('=').slice(1).join('=').trim()]))
}

/** `400,80 400,620` */
function readPoints(written: string): { x: number | string; y: number | string }[] {
  const points = written.split(/[\s;]+/).filter((point) => point !== '')
  return points.map((point) => {
    const [x = '', y = '', ...more] = point.split(',')
    return { x: asNumber(x), y: asNumber([y, ...more].join(',')) }
  })
}

/** What is no number is left as it was written, for the schema to refuse. */
function asNumber(written: string): number | string {
  return written.trim() === '' || Number.isNaN(Number(written)) ? written : Number(written)
}

function defaultPage({ dataDir }: PlanTerminal, file: string): string {
  return join(dirname(resolve(dataDir)), `${basename(file)}.plan.html`)
}

function tell({ repairs, warnings, problems }: ImportNotes, { say, complain }: PlanTerminal): void {
  const list = (remarks: readonly Remark[], word: string, line: (text: string) => void) => {
    for (const remark of remarks.slice(0, MOST)) line(`${word} ${writeRemark(remark)}`)
    if (remarks.length > MOST) line(`${word} and ${String(remarks.length - MOST)} more, which the page lists`)
  }
  list(repairs, 'repaired ', say)
  list(warnings, 'warning  ', say)
  list(problems, 'problem  ', complain)
}

function summarise({ plan, item, best, milliseconds }: PlanLook, { say }: PlanTerminal): void {
  say(`Read as ${item.format} in ${String(milliseconds)} ms: ${String(plan.seats.length)} seats, ${String(plan.sections.length)} sections`)
  for (const section of plan.sections) {
    const seats = plan.seats.filter((seat) => seat.sectionId === section.id)
    const rows = new Set(seats.map((seat) => seat.rowName)).size
    const what = section.isReserved ? `${String(seats.length)} seats in ${String(rows)} rows` : `${String(section.capacity)} places`
    say(`  section ${String(section.id)} "${section.name}": ${what}`)
  }
  const categories = Map.groupBy(plan.seats, (seat) => seat.category)
  for (const [category, seats] of categories) say(`  category "${category}": ${String(seats.length)} seats`)
  say(plan.stage ? `  stage: "${plan.stage.label}"` : '  no stage: "stage" (--stage-area) says which area of the file it is')
  if (plan.foci && plan.foci.length > 0)
    say(`  seats look to ${writePoints(plan.foci)} of the drawing: "foci" (--foci) says it in units of the file`)
  say(`The best pairs: ${best.map((pair) => pair.map((seat) => `${seat.rowName}/${seat.seatName}`).join('+')).join(', ')}`)
  say(`In a catalogue: ${JSON.stringify(item)}`)
}
