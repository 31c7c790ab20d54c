import type { NamedGrant } from './grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** What a seat of an order redeems, by the cart's wire names (spec §7); all null for an ordinary ticket. */
export interface LineCode extends NamedGrant {
  /** Code of a coupon or a senior benefit. */
  readonly code: string | null
  readonly memberNumber: string | null
  readonly systemVoucher: string | null
  /** Whether another seat of the same use covers it (spec §4: isMultiplyFactorSubTicket): it costs nothing. */
  readonly isSub: boolean
  /** The ticket that is restored when the code is removed. */
  readonly replacedTicketId: number | null
}

export const NO_CODE: LineCode = { code: null, memberNumber: null, systemVoucher: null, isSub: false, replacedTicketId: null }

/** A seat of an order as the code rules see it. */
export interface CodeLine extends LineCode {
  /** Unique in the order. */
  readonly key: string
  readonly presentationId: number
  readonly ticketGroupId: number
  /** Its current ticket. */
  readonly ticketId: number
  /** The price of its current ticket, service charge included. null: no price, and no code is spent on it. */
  readonly price: Agorot | null
  /** Number of seats that its current ticket covers. */
  readonly multiplyFactor: number
}

/** The change of one seat: its new ticket, and what it redeems. */
export interface LineChange extends LineCode {
  readonly key: string
  readonly ticketId: number
}

/** The name of the grant that a line redeems; null if none. */
export function redeemedName({ code, memberNumber, systemVoucher }: LineCode): string | null {
  return code ?? memberNumber ?? systemVoucher
}

/**
 * Groups lines into uses: the paid seat first, then its sub-tickets, dealt in line order because uses of one code are alike. A use that lost a seat has fewer
 * lines than its factor.
 */
export function usesIn<L extends CodeLine>(lines: readonly L[]): L[][] {
  const byCode = new Map<string, L[]>()
  for (const line of lines) {
    const name = redeemedName(line)
    if (name === null) continue
    const key = JSON.stringify([line.presentationId, line.ticketId, name])
    byCode.set(key, [...(byCode.get(key) ?? []), line])
  }
  return [...byCode.values()].flatMap(dealOut)
}

function dealOut<L extends CodeLine>(own: readonly L[]): L[][] {
  const [paid, subs] = [own.filter((line) => !line.isSub), own.filter((line) => line.isSub)]
  const extra = Math.max(1, ...own.map((line) => line.multiplyFactor)) - 1
  const uses = paid.map((line, at) => [line, ...subs.slice(at * extra, (at + 1) * extra)])
  const unpaid = subs.slice(paid.length * extra)
  return unpaid.length === 0 ? uses : [...uses, unpaid]
}
