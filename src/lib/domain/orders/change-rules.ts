import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'

/** A bought ticket, as the change rules see it. */
export interface BoughtTicket {
  readonly ticketIdentifier: string
  readonly presentationId: number
  /** The amount paid, service charge included; 0 for a seat that another ticket covers. */
  readonly paid: Agorot
  readonly isUsed: boolean
  /** Whether it was returned, or its return is in progress. */
  readonly isReleased: boolean
  /** Whether a friend has it. */
  readonly isSent: boolean
  /** Whether it is an evening that is offered for resale, and not sold yet. */
  readonly isOnResale: boolean
  /** Shared by all seats of a ticket that covers several; null if the ticket covers only its own seat. */
  readonly covered: string | null
}

/** The time of purchase and the current time. ms since 1970, by the database's clock. */
export interface ChangeTime {
  readonly boughtAt: number
  readonly now: number
}

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Why tickets of these presentations cannot be exchanged (spec §8); undefined: they can. `presentations` are those still in the catalogue. */
export function changeRefusal(presentations: readonly (Presentation | undefined)[], time: ChangeTime): RefusalCode | undefined {
  for (const presentation of presentations) {
    const refusal = presentation && !presentation.isCancelled ? ruleBroken(presentation, time) : 'PRSNT_NOT_FOUND'
    if (refusal) return refusal
  }
  return undefined
}

function ruleBroken({ changes, startsAt }: Presentation, { boughtAt, now }: ChangeTime): RefusalCode | undefined {
  if (!changes.allowed) return 'NOT_POSSIBLE_TO_CHANGE_DATE_FOR_EVENT'
  if (now > startsAt - changes.untilMinutes * MINUTE) return 'TOO_CLOSE_TO_PRSNT_DATE'
  if (changes.withinDays !== null && now > boughtAt + changes.withinDays * DAY) return 'TOO_FAR_FROM_PURCHASE_DATE'
  return undefined
}

/**
 * Why these tickets of an order cannot be returned: NOT_FOUND (one is not in the order), ORDER_CONFLICT (one was returned already), ON_RESALE (one is offered for resale), TICKET_SENT (a friend has one), CONTACT_PROVIDER (one was
 * used, or is only part of a ticket for several seats).
 */
export function ticketsRefusal(bought: readonly BoughtTicket[], identifiers: ReadonlySet<string>): RefusalCode | undefined {
  const chosen = bought.filter((ticket) => identifiers.has(ticket.ticketIdentifier))
  if (chosen.length === 0 || chosen.length < identifiers.size) return 'NOT_FOUND'
  if (chosen.some((ticket) => ticket.isReleased)) return 'ORDER_CONFLICT'
  if (chosen.some((ticket) => ticket.isOnResale)) return 'ON_RESALE'
  if (chosen.some((ticket) => ticket.isSent)) return 'TICKET_SENT'
  if (chosen.some((ticket) => ticket.isUsed)) return 'CONTACT_PROVIDER'
  const kept = new Set(bought.filter((ticket) => !identifiers.has(ticket.ticketIdentifier)).map((ticket) => ticket.covered))
  return chosen.some(({ covered }) => covered !== null && kept.has(covered)) ? 'CONTACT_PROVIDER' : undefined
}

/** The value of returned tickets that pays for the new ones; the rest is refunded. */
export function valueUsed(totals: { readonly modifiedPrice: Agorot; readonly giveBack: Agorot }): Agorot {
  return totals.modifiedPrice - totals.giveBack
}

/** Whether tickets of one presentation may be exchanged for tickets of another: same business and profile, on sale, not over (spec §7). */
export function mayExchangeFor(
  before: Pick<Presentation, 'businessId' | 'authProfileId'>,
  after: Pick<Presentation, 'businessId' | 'authProfileId' | 'isCancelled' | 'startsAt'>,
  now: number,
): boolean {
  return (
    before.businessId === after.businessId && before.authProfileId === after.authProfileId && !after.isCancelled && after.startsAt > now
  )
}
