import type { CheckedLine } from '#lib/domain/cart/checked-line.ts'
import type { HeldItems } from '#lib/server/payments/payment-form-body.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { soldKinds } from './kinds.ts'
import { byKind } from './lines.ts'
import type { OpenedForm, RivalOrder } from './port/held-rules.ts'

/** What a visitor holds now, by its kind. */
export async function heldNow(uuid: string): Promise<HeldItems> {
  const kinds = soldKinds().flatMap(({ name, held }) => (held ? [{ name, held }] : []))
  return Object.fromEntries(await Promise.all(kinds.map(async ({ name, held }) => [name, await held.now(uuid)] as const)))
}

/** Whether a visitor holds all that lines need which are held first. */
export async function holdsAll(uuid: string, all: readonly CheckedLine[]): Promise<boolean> {
  for (const { kind, lines } of byKind(all)) if ((await kind.held?.covers(uuid, lines)) === false) return false
  return true
}

/** Orders of the visitor in which there is what was held when a form was opened. */
export async function heldRivals(client: Queryable, form: OpenedForm, held: HeldItems): Promise<readonly RivalOrder[]> {
  const rivals: RivalOrder[] = []
  for (const { name, held: rules } of soldKinds()) {
    const items = held[name] ?? []
    if (rules && items.length > 0) rivals.push(...(await rules.rivals(client, form, items)))
  }
  return rivals
}
