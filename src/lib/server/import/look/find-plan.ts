import { basename, extname } from 'node:path'
import { readJson } from '#lib/server/import/read/read-file.ts'
import { parseWith } from '#lib/server/import/read/parse-with.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import type { SeatplanItem } from '#lib/server/import/schema/catalogue-schema.ts'
import { seatplan } from '#lib/server/import/schema/plan-item-schema.ts'

/** Which plan is meant, and what a catalogue would say of it. */
export interface PlanChoice {
  readonly planId: number | undefined
  readonly options: Readonly<Record<string, unknown>>
}

type Found = Sourced<SeatplanItem>

/** A plan's file as the entry of a catalogue that names it, or the entry of a catalogue; undefined, with a problem, if it is neither. */
export async function findPlan(path: string, choice: PlanChoice, notes: ImportNotes): Promise<Found | undefined> {
  const place: Place = { file: path, path: [] }
  const kind = extname(path).toLowerCase()
  if (SHEETS.has(kind)) return entryOf({ format: 'sheet', file: basename(path) }, choice, { place, notes })
  if (kind === '.svg') return entryOf({ format: 'svg', file: basename(path) }, choice, { place, notes })
  const json = kind === '.json' || kind === '' ? await readJson(path, place, notes) : undefined
  if (notes.problems.length > 0) return undefined
  if (isRecord(json) && Array.isArray(json.seatplans))
    return fromCatalogue(json.seatplans, choice, { place: inside(place, 'seatplans'), notes })
  const format = formatOf(json)
  if (format !== undefined) return entryOf({ format, file: basename(path) }, choice, { place, notes })
  notes.problem(place, `is no seat plan that is known here: ${KNOWN}`)
  return undefined
}

const SHEETS = new Set(['.csv', '.tsv', '.txt', '.xlsx', '.xls'])
const KNOWN =
  'a spreadsheet (.csv, .xlsx), a drawing (.svg), JSON with "zones" (pretix), with "format": "points", with "baseSeatingArea" (Spektrix), with "sections" and "tiers" (rows), or a catalogue with "seatplans"; counts of a stadium need a catalogue with their "layout"'

function formatOf(json: unknown): string | undefined {
  if (Array.isArray(json) && json.length > 0 && json.every(isSpektrix)) return 'spektrix'
  if (isSpektrix(json)) return 'spektrix'
  if (!isRecord(json)) return undefined
  if ('zones' in json) return 'pretix'
  if (json.format === 'points') return 'points'
  return 'sections' in json ? 'rows' : undefined
}

function entryOf(entry: { readonly format: string; readonly file: string }, { options }: PlanChoice, reading: Reading): Found | undefined {
  const written = { id: 1, venueId: 1, name: entry.file.replace(/\.\w+$/, '') || entry.file, ...entry, ...options }
  const item = parseWith(seatplan, written, reading)
  return item && { item, place: reading.place }
}

function fromCatalogue(plans: readonly unknown[], { planId, options }: PlanChoice, { place, notes }: Reading): Found | undefined {
  const ids = plans.map((plan) => (isRecord(plan) ? plan.id : undefined))
  const index = planId === undefined ? 0 : ids.indexOf(planId)
  const plan = plans[index]
  if (plan === undefined || (planId === undefined && plans.length > 1)) {
    notes.problem(place, `holds the plans ${ids.map(String).join(', ')}: choose one by --plan`)
    return undefined
  }
  const here = inside(place, index)
  const item = parseWith(seatplan, isRecord(plan) ? { ...plan, ...options } : plan, { place: here, notes })
  return item && { item, place: here }
}

function isSpektrix(json: unknown): boolean {
  return isRecord(json) && 'baseSeatingArea' in json
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
