import type { PriceLine } from '#lib/domain/pricing/share-charge.ts'
import { linesIn } from '#lib/server/catalogue/line-words.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { DEFAULT_LOCALE, type Locale } from '#lib/text/locales.ts'
import { soldKinds } from './kinds.ts'
import { shownItemsBesides } from './port/order-items.ts'
import type { ShownLine } from './port/port.ts'

/** A line of an order beside its tickets, with the name of its kind. */
export interface KindLine extends ShownLine {
  readonly kind: string
}

/**
 * What an order has beside its tickets, of all kinds, in the order of the register, then of kinds that are no longer sold; what was cancelled too.
 * @param locale the language of their names; left out: as they were sold
 */
export async function shownLines(client: Queryable, orderId: string, locale: Locale = DEFAULT_LOCALE): Promise<readonly KindLine[]> {
  const lines: KindLine[] = []
  for (const kind of soldKinds()) for (const line of await kind.shown(client, orderId)) lines.push({ ...line, kind: kind.name })
  const known = soldKinds().map(({ name }) => name)
  return linesIn(locale, [...lines, ...(await shownItemsBesides(client, orderId, known))])
}

/** A line as pricing sees it: its whole quantity. */
export function pricedLine({ unitPrice, quantity, isCharged = true }: Pick<ShownLine, 'unitPrice' | 'quantity' | 'isCharged'>): PriceLine {
  return { price: unitPrice * quantity, isCharged }
}
