import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'

/** A ticket that its buyer wants to send to a friend. */
export interface TicketToSend {
  readonly isUsed: boolean
  /** Whether it was exchanged or cancelled, or is about to be. */
  readonly isReleased: boolean
  /** Whether a friend has it. */
  readonly isSent: boolean
  /** Whether it is an evening that is offered for resale, and not sold yet. */
  readonly isOnResale: boolean
}

/**
 * Why a ticket is not sent to a friend: ORDER_CONFLICT (given back, or about to be), ON_RESALE (offered for resale: it is taken back first), TICKET_SENT (a friend has it), CONTACT_PROVIDER (used), PRSNT_NOT_FOUND (gone
 * or called off), TOO_CLOSE_TO_PRSNT_DATE (it has begun).
 */
export function sendRefusal(
  ticket: TicketToSend,
  presentation: Pick<Presentation, 'isCancelled' | 'startsAt'> | undefined,
  now: number,
): RefusalCode | undefined {
  if (ticket.isReleased) return 'ORDER_CONFLICT'
  if (ticket.isOnResale) return 'ON_RESALE'
  if (ticket.isSent) return 'TICKET_SENT'
  if (ticket.isUsed) return 'CONTACT_PROVIDER'
  if (!presentation || presentation.isCancelled) return 'PRSNT_NOT_FOUND'
  return now >= presentation.startsAt ? 'TOO_CLOSE_TO_PRSNT_DATE' : undefined
}
