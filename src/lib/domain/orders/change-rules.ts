import type { Presentation } from '#lib/domain/catalogue/catalogue.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'

/** A bought ticket, as the rules of changing see it. */
export interface BoughtTicket {
  readonly ticketIdentifier: string
  readonly presentationId: number
  /** What was paid for it, with its service charge; 0 for a seat that another ticket covers. */
  readonly paid: Agorot
  readonly isUsed: boolean
  /** Whether it has been given back, or is just being given back. */
  readonly isReleased: boolean
  /** Of a ticket that covers several seats: what names all of them; null where a ticket covers its own seat only. */
  readonly covered: string | null
}

/** When it was bought, and when it is. ms since 1970, by the database's clock. */
export interface ChangeTime {
  readonly boughtAt: number
  readonly now: number
}

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** Why tickets of these presentations are not exchanged (spec §8); undefined: they are. `presentations` is what the catalogue still has of them. */
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
 * Why these tickets of an order are not given back: NOT_FOUND (one is none of its tickets), ORDER_CONFLICT (one is given back already),
 * CONTACT_PROVIDER (one was used, or is a part only of what a ticket for several seats covers).
 */
export function ticketsRefusal(bought: readonly BoughtTicket[], identifiers: ReadonlySet<string>): RefusalCode | undefined {
  const chosen = bought.filter((ticket) => identifiers.has(ticket.ticketIdentifier))
  if (chosen.length === 0 || chosen.length < identifiers.size) return 'NOT_FOUND'
  if (chosen.some((ticket) => ticket.isReleased)) return 'ORDER_CONFLICT'
  if (chosen.some((ticket) => ticket.isUsed)) return 'CONTACT_PROVIDER'
  const kept = new Set(bought.filter((ticket) => !identifiers.has(ticket.ticketIdentifier)).map((ticket) => ticket.covered))
  return chosen.some(({ covered }) => covered !== null && kept.has(covered)) ? 'CONTACT_PROVIDER' : undefined
}

/** What of the tickets given back pays for the new ones; the rest goes back to the buyer. */
export function valueUsed(totals: { readonly modifiedPrice: Agorot; readonly giveBack: Agorot }): Agorot {
  return totals.modifiedPrice - totals.giveBack
}

/** Whether tickets of one presentation may be exchanged for those of another: of the same business and profile, on sale, and not over (spec §7). */
export function mayExchangeFor(
  before: Pick<Presentation, 'businessId' | 'authProfileId'>,
  after: Pick<Presentation, 'businessId' | 'authProfileId' | 'isCancelled' | 'startsAt'>,
  now: number,
): boolean {
  return (
    before.businessId === after.businessId && before.authProfileId === after.authProfileId && !after.isCancelled && after.startsAt > now
  )
}
