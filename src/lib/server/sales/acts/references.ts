import type { AnswerOf, QueryOf } from '#lib/contract/endpoint.ts'
import type { getTicketRefAgents, ticketReferenceDetail, ticketReferences } from '#lib/contract/staff/live-references.ts'
import type { Ticket } from '#lib/domain/catalogue/catalogue.ts'
import { accept, refuse, type Result } from '#lib/domain/result.ts'
import { businessesOf, mayStaff, PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { referencesOfPrices, referencesOfTickets, type ListedReference } from '#lib/server/entitlements/reference-quantities.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Shown } from '#lib/server/sales/live/all-shown.ts'
import { shownTo } from '#lib/server/sales/live/shown.ts'

const PRICE_TYPE = { ticket: 1, membership: 2 } as const

/** A ticket that asks for a reference of a list, and the presentations of the member that sell it, by start. */
interface AskingTicket {
  readonly ticket: Ticket
  readonly shows: readonly Shown[]
}

/** Agents that are answered at most. */
const MOST = 500

/** The references of the member's tickets. */
export async function agentsFor(
  member: StaffMember,
  { userId }: QueryOf<typeof getTicketRefAgents>,
): Promise<Result<AnswerOf<typeof getTicketRefAgents>>> {
  if (userId !== undefined && userId !== member.staffId) return accept({ agents: [] })
  const asking = await askingTickets(member)
  const from = await catalogue()
  const found = await referencesOfTickets(database(), [...asking.keys()], { shows: await ownShows(member) })
  const rows = found.filter((row) => isOf(member, row)).slice(0, MOST)
  const agents = rows.flatMap(({ priceId, rowId, ref1, ref2 }) => {
    const { ticket, shows } = asking.get(priceId) ?? {}
    const show = (shows?.find(({ presentation }) => presentation.startsAt > Date.now()) ?? shows?.at(-1))?.presentation
    if (!ticket || !show) return []
    return {
      ...{ TicketId: ticket.id, PriceId: ticket.id, PriceType: PRICE_TYPE.ticket, PriceRowId: rowId, PricePolicyId: ticket.pricePolicyId },
      ...{ FeatureId: show.featureId, PresentationId: show.id, FeatureCategoryId: from.features.get(show.featureId)?.categoryId ?? 0 },
      ...{ Reference1: ref1, Reference2: ref2 },
    }
  })
  return accept({ agents })
}

/** The tickets and prices that ask for references, summed up. */
export async function referencesFor(
  member: StaffMember,
  { businessIds, customerId, userId }: QueryOf<typeof ticketReferences>,
): Promise<Result<AnswerOf<typeof ticketReferences>>> {
  if (userId !== undefined && userId !== member.staffId) return accept({ prices: [] })
  const businesses = businessesOf(member, businessIds)
  const isWanted = (businessId: number) => businesses === 'all' || businesses.includes(businessId)
  const asking = [...(await askingTickets(member)).values()].filter(({ shows }) =>
    shows.some(({ presentation }) => isWanted(presentation.businessId)),
  )
  const ofTickets = await referencesOfTickets(
    database(),
    asking.map(({ ticket }) => ticket.id),
    { shows: await ownShows(member), customerId },
  )
  const tickets = asking.map(({ ticket, shows }) => ({
    ...{ PriceType: PRICE_TYPE.ticket, PriceId: ticket.id, Name: ticket.name, Of: shows[0]?.featureName ?? '' },
    ...{
      BusinessId: shows[0]?.presentation.businessId ?? 0,
      ...summed(ofTickets.filter((row) => row.priceId === ticket.id && isOf(member, row))),
    },
  }))
  const prices = customerId === undefined ? (await pricesOf(member)).filter(({ businessId }) => isWanted(businessId)) : []
  const ofPrices = await referencesOfPrices(
    database(),
    prices.map(({ id }) => id),
  )
  const memberships = prices.map(({ id, name, of, businessId }) => ({
    ...{ PriceType: PRICE_TYPE.membership, PriceId: id, Name: name, Of: of, BusinessId: businessId },
    ...summed(ofPrices.filter(({ priceId }) => priceId === id)),
  }))
  return accept({ prices: [...tickets, ...memberships].filter(({ References }) => References > 0) })
}

function summed(rows: readonly ListedReference[]) {
  const isLimited = rows.every(({ quantity }) => quantity !== null)
  return {
    References: rows.length,
    Quantity: isLimited ? rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0) : null,
    Used: rows.reduce((sum, { used }) => sum + used, 0),
  }
}

/** The references of a ticket or price. Refusal: NOT_FOUND. */
export async function referenceDetail(
  member: StaffMember,
  { priceType, priceId }: QueryOf<typeof ticketReferenceDetail>,
): Promise<Result<AnswerOf<typeof ticketReferenceDetail>>> {
  const isOwn =
    priceType === PRICE_TYPE.ticket ? (await askingTickets(member)).has(priceId) : (await pricesOf(member)).some(({ id }) => id === priceId)
  if (!isOwn) return refuse('NOT_FOUND')
  const rows =
    priceType === PRICE_TYPE.ticket
      ? await referencesOfTickets(database(), [priceId], { shows: await ownShows(member) })
      : await referencesOfPrices(database(), [priceId])
  return accept({
    rows: rows
      .filter((row) => isOf(member, row))
      .map(({ rowId, ref1, ref2, quantity, used }) => ({
        ...{
          PriceType: priceType,
          PriceId: priceId,
          PriceRowId: rowId,
          Reference1: ref1,
          Reference2: ref2,
          Quantity: quantity,
          Used: used,
        },
      })),
  })
}

/** Whether a reference is one of the member's businesses, or of any. */
function isOf(member: StaffMember, { businessId }: ListedReference): boolean {
  return businessId === null || member.businessIds === 'all' || member.businessIds.includes(businessId)
}

/** At which presentations a member sees what was typed, and by whom: a ticket may be sold at shows of others as well. null: all. */
async function ownShows(member: StaffMember): Promise<readonly number[] | null> {
  if (member.businessIds === 'all' && member.featureIds === 'all') return null
  const shown = await shownTo(member, {})
  return shown.ok ? shown.value.map(({ presentation }) => presentation.id) : []
}

async function askingTickets(member: StaffMember): Promise<ReadonlyMap<number, AskingTicket>> {
  const from = await catalogue()
  const shown = await shownTo(member, {})
  const shows = shown.ok ? shown.value : []
  const asking = [...from.ticketGroups.values()].flatMap(({ tickets }) => tickets.filter(({ referenceCheck }) => referenceCheck === 'list'))
  const all = asking.map((ticket) => ({
    ticket,
    shows: shows.filter(({ presentation: { prices } }) => prices.some(({ ticketGroupId }) => ticketGroupId === ticket.ticketGroupId)),
  }))
  return new Map(all.filter((one) => one.shows.length > 0).map((one) => [one.ticket.id, one]))
}

/** Prices of memberships that ask for references of a list. */
async function pricesOf(member: StaffMember) {
  const { memberships } = await catalogue()
  return [...memberships.values()]
    .filter(({ businessId }) => mayStaff(member, PERMISSIONS.reports, { businessId }))
    .flatMap(({ businessId, name: of, prices }) =>
      prices.flatMap(({ id, name, referenceCheck }) => (referenceCheck === 'list' ? { id, name, of, businessId } : [])),
    )
}
