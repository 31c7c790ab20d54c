import type { AnswerOf } from '#lib/contract/endpoint.ts'
import type { ticketReferenceDetail, ticketReferences, ticketReferenceSales } from '#lib/contract/staff/live-references.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { rangeOf, type Days, type DateType } from '#lib/domain/sales/sales-range.ts'
import type { StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { referenceSales } from '#lib/server/sales/acts/reference-sales.ts'
import { agentsFor, referenceDetail, referencesFor } from '#lib/server/sales/acts/references.ts'
import { today } from '#lib/server/sales/live/shown.ts'
import { readScreenQuery } from './screen-query.ts'

type Price = AnswerOf<typeof ticketReferences>['prices'][number]

/** What the administration of references is asked for; a field that makes no sense is as if it was left out. */
export interface ReferenceQuery {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly dateType?: DateType | undefined
  /** The ticket or price whose references are shown one by one. */
  readonly chosen: { readonly priceType: 1 | 2; readonly priceId: number } | undefined
}

/** A reference of a ticket, with the next presentation that sells the ticket. */
export interface Agent {
  readonly priceId: number
  readonly rowId: number
  /** '' until it was used once: what is on a list is not kept in the open. */
  readonly reference: string
  readonly ticketName: string
  readonly featureName: string
  readonly startsAt: number
}

export interface ReferenceScreen {
  readonly prices: readonly Price[]
  readonly agents: readonly Agent[]
  readonly chosen: (Price & { readonly rows: AnswerOf<typeof ticketReferenceDetail>['rows'] }) | undefined
  readonly sales: AnswerOf<typeof ticketReferenceSales>['sales']
  readonly days: Days
}

export function readReferenceQuery(params: URLSearchParams): ReferenceQuery {
  const { startDate, endDate, dateType } = readScreenQuery(params)
  const type = params.get('priceType')
  const id = /^[1-9]\d{0,8}$/.exec(params.get('priceId') ?? '')
  const chosen =
    id && (type === '1' || type === '2') ? { priceType: type === '1' ? (1 as const) : (2 as const), priceId: Number(id[0]) } : undefined
  return { startDate, endDate, dateType, chosen }
}

/** The references of a member of staff. Refusals: BAD_REQUEST (a range that ends before it begins), NOT_FOUND (a ticket or price of another). */
export async function referenceScreen(member: StaffMember, { chosen, ...asked }: ReferenceQuery): Promise<Result<ReferenceScreen>> {
  const range = rangeOf(asked, today())
  if (!range.ok) return range
  const [listed, agents, sales] = [await referencesFor(member, {}), await agentsOf(member), await referenceSales(member, asked)]
  if (!listed.ok) return listed
  if (!sales.ok) return sales
  const { prices } = listed.value
  const days = range.value.presentations ?? range.value.transactions ?? { from: today(), to: today() }
  const screen = { prices, agents, sales: sales.value.sales, days }
  if (!chosen) return accept({ ...screen, chosen: undefined })
  const detail = await referenceDetail(member, chosen)
  const price = prices.find(({ PriceType, PriceId }) => PriceType === chosen.priceType && PriceId === chosen.priceId)
  return detail.ok && price ? accept({ ...screen, chosen: { ...price, rows: detail.value.rows } }) : refuse('NOT_FOUND')
}

async function agentsOf(member: StaffMember): Promise<readonly Agent[]> {
  const answered = await agentsFor(member, {})
  const { features, presentations, ticketGroups } = await catalogue()
  const tickets = new Map([...ticketGroups.values()].flatMap((group) => group.tickets.map(({ id, name }) => [id, name] as const)))
  return (answered.ok ? answered.value.agents : []).map(({ TicketId, PriceRowId, PresentationId, FeatureId, Reference1, Reference2 }) => ({
    ...{ priceId: TicketId, rowId: PriceRowId, reference: [Reference1, Reference2].filter(Boolean).join(' · ') },
    ...{ ticketName: tickets.get(TicketId) ?? '', featureName: features.get(FeatureId)?.name ?? '' },
    startsAt: presentations.get(PresentationId)?.startsAt ?? 0,
  }))
}
