import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { Refusal } from '#lib/domain/result.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { kindNamed, soldKinds } from './kinds.ts'
import type { LinesToReserve, OrderOfLines, Release, SoldKind, WrittenOrder } from './port/port.ts'

/** The lines of one kind, ready to be reserved. */
export interface PreparedLines extends LinesToReserve<CheckedLine, unknown> {
  readonly kind: SoldKind
}

/** The lines of an order by their kinds, in the order of the register. */
export function byKind(lines: readonly CheckedLine[]): readonly Omit<PreparedLines, 'prepared'>[] {
  const all = soldKinds().map((kind) => ({ kind, lines: lines.filter((line) => line.kind === kind.name) }))
  return all.filter(({ lines: own }) => own.length > 0)
}

/** Whether an order of these lines takes the visitor's cart: if no line is held first, only the cart prevents a second order from another tab. */
export function takesCart(lines: readonly CheckedLine[]): boolean {
  return byKind(lines).every(({ kind }) => kind.held === undefined)
}

/** Reads what reserving needs. Call before the transaction. */
export function prepareLines(lines: readonly CheckedLine[]): Promise<readonly PreparedLines[]> {
  return Promise.all(byKind(lines).map(async (own) => ({ ...own, prepared: await own.kind.prepare(own.lines) })))
}

/** Takes what is scarce and writes the lines. @returns the first refusal, after which the transaction is to be rolled back */
export async function reserveLines(client: Queryable, order: WrittenOrder, all: readonly PreparedLines[]): Promise<Refusal | undefined> {
  for (const own of all) {
    const refusal = await own.kind.reserve(client, order, own)
    if (refusal) return refusal
  }
  return undefined
}

/** What is held first is held once more for a payment that came late. @returns false if some of it is gone, after which the transaction is to be rolled back */
export async function reclaimLines(client: Queryable, holder: string, all: readonly CheckedLine[]): Promise<boolean> {
  for (const { kind, lines } of byKind(all)) if ((await kind.reclaim?.(client, holder, lines)) === false) return false
  return true
}

/** What was bought is the buyer's. */
export async function issueLines(client: Queryable, order: OrderOfLines): Promise<void> {
  for (const name of order.kinds) await kindNamed(name).issue(client, order)
}

/** What was reserved for an order that is not paid is so no more. */
export async function releaseLines(client: Queryable, order: OrderOfLines, end: Release): Promise<void> {
  for (const name of order.kinds) await kindNamed(name).release(client, order, end)
}

/** Why lines cannot be held without paying, whoever asks: BAD_REQUEST of a kind that cannot at all. */
export function holdProblem(all: readonly CheckedLine[]): RefusalCode | undefined {
  for (const { kind, lines } of byKind(all)) {
    const problem = kind.hold ? kind.hold.problem(lines) : 'BAD_REQUEST'
    if (problem) return problem
  }
  return undefined
}

/** Whether a customer holds too much without paying with these lines. */
export async function isOverHoldLimit(client: Queryable, customerId: number, all: readonly CheckedLine[]): Promise<boolean> {
  for (const { kind, lines } of byKind(all)) if (await kind.hold?.isOverLimit(client, customerId, lines)) return true
  return false
}
