import type { ModifyCart } from '#lib/contract/order/order-cart.ts'
import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import type { WantedCart } from '#lib/domain/cart/check-cart.ts'
import type { OrderFacts } from '#lib/domain/entitlements/grant.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { givenBackOf } from '#lib/server/orders/changes/terms/ticket-change.ts'
import { voucherBalancesOf } from '#lib/server/entitlements/system-vouchers.ts'

interface AskedFacts extends Pick<WantedCart, 'vouchers'> {
  readonly modify?: ModifyCart | null | undefined
  /** What time it is by the database's clock, where it was just asked, in ms since 1970. */
  readonly now: number | undefined
}

/** What the rules must know of a visitor's cart beside the catalogue. Refusals: those of a ticket change. */
export async function orderFactsOf(
  catalogue: Catalogue,
  uuid: string,
  { vouchers: wanted = [], modify, now: knownNow }: AskedFacts,
): Promise<Result<OrderFacts>> {
  const [vouchers, givenBack, now] = await Promise.all([
    voucherBalancesOf(
      uuid,
      wanted.map(({ id }) => id),
    ),
    modify ? givenBackOf(catalogue, uuid, modify) : accept(null),
    knownNow ?? databaseNow(),
  ])
  return givenBack.ok ? accept({ vouchers, givenBack: givenBack.value, now }) : givenBack
}

async function databaseNow(): Promise<number> {
  const { rows } = await database().query<{ now: Date }>({ name: 'now', text: 'SELECT now() AS now' })
  return rows[0]?.now.getTime() ?? Date.now()
}
