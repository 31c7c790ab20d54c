import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import type { PresentationAnswer } from '#lib/contract/show/presentations.ts'
import type { TicketAnswer, TicketGroupAnswer } from '#lib/contract/wire.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { grantProblem } from '#lib/domain/entitlements/check-grants.ts'
import { normaliseCode } from '#lib/domain/entitlements/grant.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { GRANT_COLUMNS, grantOf, type GrantRow } from '../entitlements.ts'
import { grantedTicket } from './ticket-lookup-answer.ts'
import type { FoundGrants } from './ticket-lookup-grants.ts'
import { codeTickets, offerAt } from './ticket-lookup-offer.ts'

/** Maximum number of codes in one call. */
const MOST = 20

/** The codes that a visitor names, with commas, and the language of the answer. */
interface NamedCodes {
  readonly ticketCodes: string | undefined
  readonly uuid: string | undefined
  readonly locale?: Locale
}

/**
 * Adds the tickets of valid codes to their groups, beside the open tickets. Only codes that this visitor has looked up count, so nothing can be guessed here:
 * coupons by code, everything else by the name that the cart carries.
 */
export async function withCodeTickets(
  answers: readonly PresentationAnswer[],
  { ticketCodes, uuid, locale = DEFAULT_LOCALE }: NamedCodes,
): Promise<PresentationAnswer[]> {
  const codes = ticketCodes?.split(',', MOST).map((code) => code.trim()) ?? []
  if (codes.length === 0 || uuid === undefined) return [...answers]
  const named = await grantsNamed(uuid, codes)
  if (named.grants.length === 0) return [...answers]
  const from = await catalogue(locale)
  return answers.map((answer) => withGranted(from, answer, named))
}

/** A used-up grant gives no ticket, but uses reserved by the visitor's own cart still count. */
function withGranted(from: Catalogue, answer: PresentationAnswer, { grants, now }: FoundGrants): PresentationAnswer {
  const offer = offerAt(from, answer.id, {})
  if (!offer.ok) return answer
  const { presentation } = offer.value
  const given = codeTickets(offer.value).flatMap((ticket) => {
    const wanted = { ticketId: ticket.id, presentation }
    const grant = grants.find((one) => grantProblem(one, wanted, now) === undefined)
    return grant ? [grantedTicket(presentation, ticket, grant)] : []
  })
  return { ...answer, ticketGroups: answer.ticketGroups.map((group) => withTickets(group, given)) }
}

function withTickets(group: TicketGroupAnswer, given: readonly TicketAnswer[]): TicketGroupAnswer {
  const own = given.filter((ticket) => ticket.ticketGroupId === group.id)
  return own.length === 0 ? group : { ...group, tickets: [...group.tickets, ...own] }
}

async function grantsNamed(uuid: string, codes: readonly string[]): Promise<FoundGrants> {
  const { rows } = await database().query<GrantRow & { now: Date }>({
    name: 'grants-named',
    text: `SELECT ${GRANT_COLUMNS}, now() AS now FROM session_grant g JOIN entitlement e USING (entitlement_id)
           WHERE g.uuid = $1 AND e.kind <> 'reference' AND e.public_code = ANY (CASE e.kind WHEN 'coupon' THEN $3::text[] ELSE $2::text[] END)
           ORDER BY g.granted_at, e.entitlement_id`,
    values: [uuid, codes, codes.map(normaliseCode)],
  })
  return { grants: rows.map(({ now: _moment, ...row }) => grantOf(row)), now: rows[0]?.now.getTime() ?? 0 }
}
