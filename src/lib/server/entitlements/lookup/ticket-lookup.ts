import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { ticketByCode } from '#lib/contract/show/presentations.ts'
import type { StoredCart } from '#lib/contract/order/order-cart.ts'
import type { MemberAnswer } from '#lib/contract/wire.ts'
import type { Ticket } from '#lib/domain/catalogue/catalogue.ts'
import type { Grant, GrantKind } from '#lib/domain/entitlements/grant.ts'
import { isIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import type { Locale } from '#lib/text/locales.ts'
import { isThereFor } from '#lib/server/seats/board/kept-seats-read.ts'
import { availableMembersOf } from './available-members.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { checkTypedReferences } from './reference-lookup.ts'
import { lookupAnswer } from './ticket-lookup-answer.ts'
import { findGrant, rememberGrant } from './ticket-lookup-grants.ts'
import { codeTickets, isSoldHere, kindOf, offerAt, type LookupOffer } from './ticket-lookup-offer.ts'

export type TicketQuestion = Omit<QueryOf<typeof ticketByCode>, 'recaptchaToken' | 'miniSiteUrl'>

/** A visitor who asks, and the language of the answer. */
interface Asker {
  readonly uuid: string
  readonly locale: Locale
}

/** The order in which a text is tried if its kind is not given. */
const KINDS: readonly GrantKind[] = ['coupon', 'voucher', 'member', 'senior']

/**
 * The ticket that a typed text gives at a presentation (spec §7). Remembers the grant for this visitor; reserves nothing. Refusals: NOT_FOUND, BAD_REQUEST (no
 * code), ticketNotFound, invalidSSN, MEMBERSHIP_CODE_TWICE, those of `findGrant` and `checkTypedReferences`.
 */
export async function lookUpTicket(
  { uuid, locale }: Asker,
  presentationId: number,
  question: TicketQuestion,
): Promise<Result<AnswerOf<typeof ticketByCode>>> {
  const offer = offerAt(await catalogue(locale), presentationId, question)
  if (!offer.ok) return offer
  if (!(await isThereFor(offer.value.presentation, uuid))) return refuse('NOT_FOUND')
  const lookup = { uuid, offer: offer.value, question, locale }
  const wanted = offer.value.groups.flatMap((group) => group.tickets).find(({ id }) => id === question.ticketId)
  if (wanted?.access === 'open') return lookUpReferences(lookup, wanted)
  return lookUpCode(lookup)
}

/** Who asks for a ticket, of what, and by which text. */
interface Lookup extends Asker {
  readonly offer: LookupOffer
  readonly question: TicketQuestion
}

async function lookUpReferences({ uuid, offer, question, locale }: Lookup, ticket: Ticket) {
  if (!isSoldHere(offer, ticket) || (ticket.ref1prompt === null && ticket.ref2prompt === null)) return refuse('ticketNotFound')
  const typed = { ref1: question.ticketCode?.trim() ?? '', ref2: question.reference2?.trim() ?? '' }
  const grant = await checkTypedReferences(uuid, { presentation: offer.presentation, ticket, typed })
  if (!grant.ok) return grant
  return accept(lookupAnswer(offer.presentation, { ticket, grant: grant.value, typed }, locale))
}

async function lookUpCode({ uuid, offer, question, locale }: Lookup) {
  const { ticketId, ticketCode } = question
  const tickets = codeTickets(offer).filter(({ id }) => ticketId === undefined || id === ticketId)
  const [first] = tickets
  if (!first) return refuse('ticketNotFound')
  const typed = ticketCode?.trim() ?? ''
  if (typed === '') return refuse('BAD_REQUEST', { field: 'ticketCode' })
  const session = await sessionOf(uuid)
  const kinds = possibleKinds(ticketId === undefined ? KINDS : [kindOf(first)], typed, session.hasId)
  if (kinds.length === 0) return refuse('invalidSSN')
  const found = await findGrant(uuid, { presentation: offer.presentation, tickets }, { text: typed, kinds })
  if (!found.ok) return found
  const { grant } = found.value
  if (grant.kind === 'member' && session.memberNumbers.has(grant.publicCode)) return refuse('MEMBERSHIP_CODE_TWICE')
  await rememberGrant(uuid, grant)
  return accept(lookupAnswer(offer.presentation, { ...found.value, member: await memberOf(uuid, offer, grant) }, locale))
}

/** The membership at the whole presentation, whichever part of it was asked for. */
async function memberOf(uuid: string, { presentation }: LookupOffer, { kind, publicCode }: Grant): Promise<MemberAnswer | null> {
  if (kind !== 'member') return null
  const members = await availableMembersOf(uuid, [presentation.id])
  return members.find(({ memberNumber }) => memberNumber === publicCode) ?? null
}

/**
 * The kinds that a text may be. Look-ups need a valid ID number (spec §5): for members and seniors it is the text itself, for codes and vouchers it comes from
 * the session.
 */
function possibleKinds(kinds: readonly GrantKind[], typed: string, hasId: boolean): readonly GrantKind[] {
  return kinds.filter((kind) => (kind === 'member' || kind === 'senior' ? isIsraeliId(typed) : hasId))
}

async function sessionOf(uuid: string): Promise<{ readonly hasId: boolean; readonly memberNumbers: ReadonlySet<string> }> {
  const { rows } = await database().query<{ hasId: boolean; cart: StoredCart | null }>({
    name: 'session-for-codes',
    text: `SELECT ssn_encrypted IS NOT NULL AS "hasId", cart FROM session WHERE uuid = $1`,
    values: [uuid],
  })
  const seats = rows[0]?.cart?.presentations?.flatMap((presentation) => presentation.seats) ?? []
  const memberNumbers = seats.map(({ ticket }) => ticket.memberNumber).filter((number) => number != null)
  return { hasId: rows[0]?.hasId ?? false, memberNumbers: new Set(memberNumbers) }
}
