import type { NamedGrant } from './grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'

/** What a seat of an order redeems, by the names of the cart's wire (spec §7); all null where it has an ordinary ticket. */
export interface LineCode extends NamedGrant {
  /** Of a coupon or a senior benefit. */
  readonly code: string | null
  readonly memberNumber: string | null
  readonly systemVoucher: string | null
  /** Covered by another seat of the same use (spec §4: isMultiplyFactorSubTicket): it costs nothing. */
  readonly isSub: boolean
  /** The ticket that comes back with the removal of the code. */
  readonly replacedTicketId: number | null
}

export const NO_CODE: LineCode = { code: null, memberNumber: null, systemVoucher: null, isSub: false, replacedTicketId: null }

/** A seat of an order as the rules of codes see it. */
export interface CodeLine extends LineCode {
  /** Unique in the order. */
  readonly key: string
  readonly presentationId: number
  readonly ticketGroupId: number
  /** The ticket that it has now, … */
  readonly ticketId: number
  /** … what that costs, service charge included (null: it has no price, and no code is spent on it), … */
  readonly price: Agorot | null
  /** … and how many seats it covers. */
  readonly multiplyFactor: number
}

/** What becomes of one seat: its new ticket, and what that redeems. */
export interface LineChange extends LineCode {
  readonly key: string
  readonly ticketId: number
}

/** The name of what a line redeems; null where it redeems nothing. */
export function redeemedName({ code, memberNumber, systemVoucher }: LineCode): string | null {
  return code ?? memberNumber ?? systemVoucher
}

/**
 * The uses that the lines make: the seat that is paid first, then its sub-tickets. Two uses of one code give the same, so the sub-tickets are dealt out
 * in the order of the lines. A use that has lost a seat has fewer lines than its factor.
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
