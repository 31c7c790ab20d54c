import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import {
  blockNewClaims,
  checkClaimedPresentations,
  checkClaimedSeats,
  checkMovedPresentations,
  raiseVersion,
} from './check/check-claims.ts'
import { checkBrokerParts } from './check/check-broker-parts.ts'
import { checkChoicePlaces } from './check/check-choice-places.ts'
import { checkDonations } from './check/check-donations.ts'
import { checkMiniSites, warnOfUnsold } from './check/check-mini-sites.ts'
import { checkFilms } from './check/check-films.ts'
import { checkFixedHalls } from './check/check-fixed-halls.ts'
import { checkMemberSeats } from './check/check-member-seats.ts'
import { checkMemberships } from './check/check-memberships.ts'
import { checkPromisedSeats } from './check/check-promised-seats.ts'
import { checkVoucherClasses } from './check/check-voucher-classes.ts'
import { checkSubscriberSeats } from './check/check-subscriber-seats.ts'
import { checkReferences } from './check/check-references.ts'
import { checkTickets } from './check/check-tickets.ts'
import { readKnown } from './check/known.ts'
import { warnOfDates } from './check/warn-of-dates.ts'
import { warnOfPrices } from './check/warn-of-prices.ts'
import { warnOfStanding } from './check/warn-of-standing.ts'
import { followCatalogue } from '#lib/server/seats/claims/producer-keeps.ts'
import { keepRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { dayOf } from '#lib/domain/time/days.ts'
import { movePresentations } from './write/move-presentations.ts'
import type { Moves } from './write/list-moves.ts'
import { noteMoves } from './write/note-moves.ts'
import { followSeats } from '#lib/server/orders/holds/follow-seats.ts'
import { prepareCatalogue, type Prepared } from './check/prepare.ts'
import { readImportFile, type ImportFile } from './read/read-file.ts'
import { ImportNotes, type Remark } from './read/report.ts'
import { keepSubscriberSeats } from './write/keep-seats.ts'
import { writeOffer, writeSites } from './write/write-catalogue.ts'
import { linkMembers, linkVouchers, writeCustomers } from './write/write-customers.ts'
import { writeEntitlements } from './write/write-entitlements.ts'
import { writeDonations } from './write/write-donations.ts'
import { writeFilms } from './write/write-films.ts'
import { writeMiniSites } from './write/write-mini-sites.ts'
import { renameEarlierReferences, writeMemberships } from './write/write-memberships.ts'
import { writeVoucherClasses } from './write/write-voucher-classes.ts'
import { writePictures } from './write/write-pictures.ts'
import { writePlans } from './write/write-plans.ts'
import { writeVouchers } from './write/write-vouchers.ts'

export interface ImportOptions {
  /** Checks and compares everything without writing. */
  readonly dryRun?: boolean
  /** Writes also what moves seats and dates that somebody has, and tells them. Without it such an import is refused. */
  readonly acceptMoves?: boolean
  /** The base of relative days, YYYY-MM-DD; default: today in Asia/Jerusalem. */
  readonly today?: string
  /** Receives each step as it begins. */
  readonly report?: (line: string) => void
  /** Writes further data of a changed catalogue in the same transaction. */
  readonly alsoWrite?: (client: Queryable) => Promise<unknown>
}

/** The result of an import. With problems nothing was written. */
export interface ImportOutcome {
  readonly problems: readonly Remark[]
  readonly repairs: readonly Remark[]
  /** What was written as it is, and may not be meant so. */
  readonly warnings: readonly Remark[]
  /** What moves of what somebody has, with the number of people. */
  readonly moves: readonly Remark[]
  /** Number of changed rows and plans; 0 if the files match the database. */
  readonly changes: number
  /** The new version of the catalogue, if something was written. */
  readonly version: number | undefined
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Imports catalogue files, by path or already read: checks everything first, then writes all or nothing in one transaction. Items missing from the files stay;
 * children of listed items (a plan's seats, a group's tickets, a presentation's prices) are replaced by those listed.
 */
export async function importCatalogue(files: readonly (string | ImportFile)[], options: ImportOptions = {}): Promise<ImportOutcome> {
  const notes = new ImportNotes()
  const { report = () => undefined, today = dayOf(Date.now()) } = options
  report(`Reading ${String(files.length)} files`)
  const read: ImportFile[] = []
  // One after the other, so that problems are told in the order of the files.
  for (const file of files) {
    const found = typeof file === 'string' ? await readImportFile(file, notes) : file
    if (found) read.push(found)
  }
  const prepared = await prepareCatalogue(read, today, notes)
  const counts = countOf(prepared)
  if (notes.problems.length > 0) return { ...notes, changes: 0, version: undefined, counts }
  report(
    `Comparing ${Object.entries(counts)
      .map(([what, count]) => `${String(count)} ${what}`)
      .join(', ')}`,
  )
  const written = await writeAll({ prepared, notes, report }, options)
  return { ...notes, ...written, counts }
}

type Written = Pick<ImportOutcome, 'changes' | 'version'>

/** An import whose files are read without problems: what they say, what takes the findings, and what is told of each step. */
interface Import {
  readonly prepared: Prepared
  readonly notes: ImportNotes
  readonly report: (line: string) => void
}

async function writeAll(read: Import, { dryRun = false, acceptMoves = false, alsoWrite }: ImportOptions): Promise<Written> {
  const { prepared, notes } = read
  const before = notes.warnings.length
  const { written } = await inTransaction(async (client) => {
    // The transaction may be retried.
    notes.problems.length = 0
    notes.warnings.length = before
    notes.moves.length = 0
    const { moves, ...compared } = await writeTables(client, read)
    if (notes.problems.length === 0) await noteMoves(client, moves, { prepared, isAccepted: acceptMoves, notes })
    // Nothing of it is kept.
    if (dryRun || notes.problems.length > 0) return { ok: false, written: compared }
    if (compared.changes === 0) return { ok: true, written: compared }
    const version = await raiseVersion(client)
    await alsoWrite?.(client)
    return { ok: true, written: { ...compared, version } }
  })
  return notes.problems.length > 0 ? { changes: 0, version: undefined } : written
}

/** Serialises imports; readers are not blocked. Locks in the order of db/LOCKING.md. */
async function writeTables(client: Queryable, { prepared, notes, report }: Import): Promise<Written & { readonly moves: Moves }> {
  await client.query('SELECT version FROM catalogue_version FOR UPDATE')
  const known = await readKnown(client)
  const catalogues = { prepared, known }
  checkReferences(prepared, known, notes)
  checkTickets(prepared, known, notes)
  await checkMemberships(client, catalogues, notes)
  await checkVoucherClasses(client, catalogues, notes)
  await checkSubscriberSeats(client, catalogues, notes)
  await checkDonations(client, prepared, notes)
  await checkFilms(client, catalogues, notes)
  await checkMiniSites(client, catalogues, notes)
  await checkMemberSeats(client, prepared, notes)
  const { followed, others } = await checkClaimedPresentations(client, catalogues, notes)
  await warnOfDates(client, prepared, notes)
  warnOfPrices(prepared, known, notes)
  warnOfStanding(prepared, notes)
  if (notes.problems.length > 0) return { changes: 0, version: undefined, moves: { plans: [], dates: [] } }
  const sites = await writeSites(client, prepared)
  const { written: plans, pictures: planPictures } = await writePlans(client, catalogues, followed)
  report(`Seat plans written: ${String(plans.length)} of ${String(prepared.plans.length)}${planPictures > 0 ? `; of ${String(planPictures)} only the picture` : ''}`) // prettier-ignore
  const pictures = planPictures + (await writePictures(client, prepared, known))
  const offer = await writeOffer(client, prepared)
  const { written: presentations, dates } = await movePresentations(client, prepared)
  await followSeats(
    client,
    plans.map(({ id }) => id),
  )
  const customers = await writeCustomers(client, prepared)
  const memberships =
    (await writeMemberships(client, prepared)) + (await writeVoucherClasses(client, prepared)) + (await keepSubscriberSeats(client))
  const donations = (await writeDonations(client, prepared)) + (await writeFilms(client, prepared))
  if (plans.length + others.length > 0) await blockNewClaims(client)
  const members =
    (await writeMiniSites(client, prepared)) + (await writeEntitlements(client, prepared)) + (await linkMembers(client, prepared))
  await renameEarlierReferences(client, prepared)
  const codes =
    members +
    (await writeVouchers(client, prepared)) +
    (await linkVouchers(client, prepared)) +
    (await keepRenewals(client)) +
    (await followCatalogue(client))
  await checkClaimedSeats(client, { changed: plans, prepared }, notes)
  await checkPromisedSeats(client, prepared, notes)
  await checkFixedHalls(client, prepared, notes)
  await checkChoicePlaces(client, prepared, notes)
  await checkMovedPresentations(client, { moved: others, prepared }, notes)
  await checkBrokerParts(client, prepared, notes)
  await warnOfUnsold(client, prepared, notes)
  return {
    changes: sites + plans.length + pictures + offer + codes + customers + presentations + memberships + donations,
    version: undefined,
    moves: { plans, dates },
  }
}

function countOf(prepared: Prepared): Record<string, number> {
  return {
    locations: prepared.locations.length,
    venues: prepared.venues.length,
    'seat plans': prepared.plans.length,
    seats: prepared.plans.reduce((sum, { item }) => sum + item.plan.seats.length, 0),
    features: prepared.features.length,
    'ticket groups': prepared.ticketGroups.length,
    products: prepared.products.length,
    pictures: prepared.pictures.length,
    'codes and benefits': prepared.entitlements.length,
    vouchers: prepared.vouchers.length,
    customers: prepared.customers.length,
    presentations: prepared.presentations.length,
    memberships: prepared.memberships.length,
    'vouchers for sale': prepared.voucherSuperClasses.reduce((sum, { item }) => sum + item.classes.length, 0),
    donations: prepared.donations.length,
    films: prepared.films.length,
    'mini-sites': prepared.miniSites.length,
  }
}
