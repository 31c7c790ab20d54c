import { readFile } from 'node:fs/promises'
import { projectFile } from '#lib/server/platform/config/project-file.ts'
import { importCatalogue, type ImportOptions, type ImportOutcome } from '#lib/server/import/import-catalogue.ts'
import { writeRemark } from '#lib/server/import/read/report.ts'

/**
 * The demo catalogue, each file before those that refer to it. Its relative days count from the day of the import (Asia/Jerusalem).
 * Fixed ids, for tests and screenshots: theatre 11 "תיאטרון החוף" (600 seats), feature 1 "הגשר של אבא" and its presentations
 * 1, 2 (open), 3 (sold out), 4 (cancelled), 5 (single-seat policy), 6 (sale opens on day 3), 7 (tonight), 8, 9 (Haifa); 10: the stadium.
 * Rules of choosing seats: policy 3 at venue 61 too, whose boxes have left, middle and right seats; one seat is kept free at presentations of features 5
 * and 8; no lone seat ever in the hall of beds (33); lone seats are allowed at feature 84, elsewhere only if they cannot be avoided.
 * 11: a waiver and tickets by age; 12: additional terms; 13: a percentage as service charge, a product that is delivered, twelve instalments; 14: tickets that need
 * a number, one of the box office only and one without a price; 15: must not change; 16: tables. Codes work in the theatre (groups 1–5), the cinemas (11–19) and at 11.
 * Mini-sites desert-voices (open: presentations 1, 3, 8, 12, 13, 15) and vaad-2026 (closed: 2 and 3, the latter sold out elsewhere; references 10234 with 4821, 10235 with 7713).
 * Films 9001 and 9002, live stream 9003 (tomorrow 20:30). A venue's seat plan has the venue's id. A presentation of a schedule has the id feature × 1,000,000 + venue × 1,000 + day × times + time.
 */
const PARTS = [
  'sites.json',
  'halls.json',
  'offer.json',
  'codes.json',
  'features.json',
  'pictures.json',
  'presentations.json',
  'memberships.json',
  'voucher-classes.json',
  'donations.json',
  'films.json',
  'mini-sites.json',
  'vouchers.json',
  'customers.json',
]

export function demoFiles(): string[] {
  return PARTS.map((part) => projectFile(`src/lib/demo/${part}`))
}

/** The password hashes of the demo's customers; their passwords are public. */
export async function demoPasswordHashes(): Promise<readonly string[]> {
  const text = await readFile(projectFile('src/lib/demo/customers.json'), 'utf8')
  const { customers } = JSON.parse(text) as { readonly customers: readonly { readonly passwordHash?: string }[] }
  return customers.flatMap(({ passwordHash }) => passwordHash ?? [])
}

/**
 * Imports the demo catalogue for the 60 days from `today` (YYYY-MM-DD in Asia/Jerusalem, the current day by default). Idempotent within a day.
 * @throws if its files cannot be imported, naming each problem.
 */
export async function importDemo(
  report?: (line: string) => void,
  today?: string,
  alsoWrite?: ImportOptions['alsoWrite'],
): Promise<ImportOutcome> {
  const outcome = await importCatalogue(demoFiles(), {
    acceptMoves: true,
    ...(report && { report }),
    ...(today && { today }),
    ...(alsoWrite && { alsoWrite }),
  })
  if (outcome.problems.length > 0)
    throw new Error(`The demo catalogue cannot be imported:\n${outcome.problems.map(writeRemark).join('\n')}`)
  return outcome
}
