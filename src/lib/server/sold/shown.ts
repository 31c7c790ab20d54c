import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { soldKinds } from './kinds.ts'
import type { ShownLine } from './port/port.ts'

/** What an order has beside its tickets, of all kinds, in the order of the register; what was cancelled too. */
export async function shownLines(client: Queryable, orderId: string): Promise<readonly ShownLine[]> {
  const lines: ShownLine[] = []
  for (const kind of soldKinds()) lines.push(...(await kind.shown(client, orderId)))
  return lines
}
