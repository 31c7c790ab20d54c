import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { normaliseCode, siteReferenceName, type GrantKind } from '#lib/domain/entitlements/grant.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { lookupOf, lookupsOf, opaqueName, ssnIndexesOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import type { MemberItem } from '#lib/server/import/schema/entitlement-schema.ts'
import { dateMoment } from './expand-schedules.ts'
import type { Sourced, SourcedCatalogue } from './read-catalogue.ts'
import { inside, type DatedReading, type ImportNotes, type Place } from './report.ts'
import type { Moment } from '#lib/server/import/schema/value-schema.ts'

/** An entitlement in database form: its look-up is already a keyed hash, except for a coupon's code. */
export interface ReadEntitlement {
  readonly kind: GrantKind
  readonly lookup: string
  readonly publicCode: string
  readonly uses: number | null
  readonly businessId: number | null
  /** ms since 1970. */
  readonly startsAt: number | null
  readonly endsAt: number | null
  readonly holderName: string
  readonly membership: { readonly id: number; readonly name: string } | null
  /** A member’s seat by its names. */
  readonly seat: NonNullable<MemberItem['seat']> | null
  readonly tickets: readonly number[]
  /** For members and seniors: the keyed hashes of the ID number, by which the customer is found. */
  readonly owners: readonly string[]
  /** The mini-site that sells it, and whether to whoever is there. */
  readonly miniSite: { readonly id: number; readonly isForAll: boolean } | null
  /** Its look-ups under earlier secrets, each with its public code at that time. */
  readonly earlier: readonly { readonly lookup: string; readonly publicCode: string }[]
}

type Lists = Pick<SourcedCatalogue, 'coupons' | 'ticketVouchers' | 'members' | 'seniorBenefits' | 'references' | 'miniSites'>

/** Reads all lists of entitlements; invalid ID numbers and duplicates are problems. No message repeats a secret. */
export function readEntitlements(lists: Lists, today: string, notes: ImportNotes): Sourced<ReadEntitlement>[] {
  const read = [
    ...lists.coupons.map((one) => readCoupon(one, today, notes)),
    ...lists.ticketVouchers.map((one) => readTicketVoucher(one, today, notes)),
    ...lists.members.map((one) => readMember(one, today, notes)),
    ...lists.seniorBenefits.map((one) => readSenior(one, today, notes)),
    ...lists.references.map(readReference),
    ...lists.miniSites.flatMap((site) => readSiteTickets(site, today, notes)),
  ]
  const first = new Set<string>()
  for (const { item, place } of read) {
    const key = `${item.kind}:${item.publicCode}`
    if (first.has(key)) notes.problem(place, 'says the same code, number or reference as another before it')
    first.add(key)
  }
  return read
}

const NOBODY = { holderName: '', membership: null, owners: [], seat: null, miniSite: null } as const

/** A row's look-up and public code under earlier secrets, if derived from its hash. */
function earlierOf(kind: GrantKind, typed: string): ReadEntitlement['earlier'] {
  return lookupsOf(kind, typed)
    .slice(1)
    .map((lookup) => ({ lookup, publicCode: opaqueName(lookup) }))
}

function readCoupon({ item, place }: Lists['coupons'][number], today: string, notes: ImportNotes): Sourced<ReadEntitlement> {
  const { code, uses, tickets, businessId, startsAt, endsAt } = item
  const period = periodOf(['startsAt', startsAt], ['endsAt', endsAt], { today, place, notes })
  const coupon = { kind: 'coupon', lookup: lookupOf('coupon', code), publicCode: normaliseCode(code), uses, tickets, earlier: [] } as const
  return { item: { ...coupon, businessId: businessId ?? null, ...period, ...NOBODY }, place }
}

function readTicketVoucher({ item, place }: Lists['ticketVouchers'][number], today: string, notes: ImportNotes): Sourced<ReadEntitlement> {
  const { reference, uses, tickets, businessId, starts, ends } = item
  const lookup = lookupOf('voucher', reference)
  const period = periodOf(['starts', starts], ['ends', ends], { today, place, notes })
  const voucher = {
    kind: 'voucher',
    lookup,
    publicCode: opaqueName(lookup),
    uses,
    tickets,
    earlier: earlierOf('voucher', reference),
  } as const
  return { item: { ...voucher, businessId: businessId ?? null, ...period, ...NOBODY }, place }
}

function readMember({ item, place }: Lists['members'][number], today: string, notes: ImportNotes): Sourced<ReadEntitlement> {
  const { memberNumber, ssn, name, membership, seat, uses, tickets, businessId, starts, ends } = item
  checkId(ssn, place, notes)
  const period = periodOf(['starts', starts], ['ends', ends], { today, place, notes })
  const own = {
    kind: 'member',
    lookup: lookupOf('member', ssn),
    publicCode: memberNumber,
    uses,
    tickets,
    holderName: name,
    membership,
    seat: seat ?? null,
    owners: ownersOf(ssn),
    miniSite: null,
    earlier: [],
  } as const
  return { item: { ...own, businessId: businessId ?? null, ...period }, place }
}

function readSenior({ item, place }: Lists['seniorBenefits'][number], today: string, notes: ImportNotes): Sourced<ReadEntitlement> {
  const { ssn, uses, tickets, businessId, starts, ends } = item
  checkId(ssn, place, notes)
  const lookup = lookupOf('senior', ssn)
  const period = periodOf(['starts', starts], ['ends', ends], { today, place, notes })
  const benefit = { kind: 'senior', lookup, publicCode: opaqueName(lookup), uses, tickets, earlier: earlierOf('senior', ssn) } as const
  return { item: { ...benefit, businessId: businessId ?? null, ...period, ...NOBODY, owners: ownersOf(ssn) }, place }
}

function readReference({ item, place }: Lists['references'][number]): Sourced<ReadEntitlement> {
  const { ticketId, reference1, reference2, quantity } = item
  const typed = referenceName(ticketId, { ref1: reference1, ref2: reference2 })
  const lookup = lookupOf('reference', typed)
  const own = { kind: 'reference', lookup, publicCode: opaqueName(lookup), earlier: earlierOf('reference', typed) } as const
  const listed = { ...own, uses: quantity, tickets: [ticketId] }
  return { item: { ...listed, businessId: null, startsAt: null, endsAt: null, ...NOBODY }, place }
}

/** Several tickets of one pair of references are an entitlement each: their balances are apart. */
function readSiteTickets({ item: site, place }: Lists['miniSites'][number], today: string, notes: ImportNotes): Sourced<ReadEntitlement>[] {
  return site.tickets.map(({ ticketId, reference1, reference2, balance, starts, ends }, index) => {
    const here = inside(place, 'tickets', index)
    const named = lookupsOf('site', siteReferenceName(site.id, reference1 ?? '', reference2 ?? '')).map((lookup) => ({
      lookup,
      publicCode: opaqueName(`${lookup}:${String(ticketId)}`),
    }))
    const [{ lookup, publicCode } = { lookup: '', publicCode: '' }, ...earlier] = named
    const own = { kind: 'site', lookup, publicCode, earlier, uses: balance, tickets: [ticketId], businessId: null } as const
    const period = periodOf(['starts', starts], ['ends', ends], { today, place: here, notes })
    return { item: { ...own, ...period, ...NOBODY, miniSite: { id: site.id, isForAll: reference1 == null } }, place: here }
  })
}

/** Under whose index of an ID number the customer may be stored: of the current secret or an earlier one. */
function ownersOf(ssn: string): readonly string[] {
  const digits = normaliseIsraeliId(ssn)
  return digits === undefined ? [] : ssnIndexesOf(digits)
}

function checkId(ssn: string, place: Place, notes: ImportNotes): void {
  if (normaliseIsraeliId(ssn) === undefined) notes.problem(inside(place, 'ssn'), 'is no Israeli ID number')
}

/** A moment as the file has it under its key; left out: there is none. */
type NamedMoment = readonly [key: string, moment: Moment | null | undefined]

/** A period of validity; an end that is not after its start is a problem. */
export function periodOf(
  [startKey, starts]: NamedMoment,
  [endKey, ends]: NamedMoment,
  { today, place, notes }: DatedReading,
): Pick<ReadEntitlement, 'startsAt' | 'endsAt'> {
  const startsAt = starts ? (dateMoment(starts, { today, place: inside(place, startKey), notes }) ?? null) : null
  const endsAt = ends ? (dateMoment(ends, { today, place: inside(place, endKey), notes }) ?? null) : null
  if (startsAt !== null && endsAt !== null && endsAt <= startsAt) notes.problem(inside(place, endKey), 'is not after its start')
  return { startsAt, endsAt }
}
