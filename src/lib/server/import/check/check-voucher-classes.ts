import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import type { ReadVoucherClass } from '#lib/server/import/read/read-voucher-classes.ts'
import { inside, type ImportNotes, type Place, type Reading } from '#lib/server/import/read/report.ts'
import type { Catalogues } from './known.ts'
import type { Prepared } from './prepare.ts'
import { refer, referable, type Referable } from './refer.ts'

/** Checks prepaid vouchers for sale for consistency with themselves and with the records that they refer to. */
export async function checkVoucherClasses(client: Queryable, { prepared, known }: Catalogues, notes: ImportNotes): Promise<void> {
  const classes = classesOf(prepared)
  if (classes.length === 0) return
  await checkTaken(client, prepared, notes)
  const there: There = {
    groups: referable('ticket group', known.ticketGroups, prepared.ticketGroups),
    categories: referable('category', known.categories, prepared.categories),
    policies: referable('cancellation policy', known.cancellationPolicies, prepared.cancellationPolicies),
    products: referable('product', known.products, prepared.products),
  }
  for (const source of classes) {
    checkOwnTerms(source, notes)
    checkNames(source, there, notes)
  }
}

function classesOf({ voucherSuperClasses }: Prepared): Sourced<ReadVoucherClass>[] {
  return voucherSuperClasses.flatMap(({ item, place }) =>
    item.classes.map((one, index) => ({ item: one, place: inside(place, 'classes', index) })),
  )
}

function checkOwnTerms({ item, place }: Sourced<ReadVoucherClass>, notes: ImportNotes): void {
  if (item.validDays != null && item.validUntil !== null)
    notes.problem(inside(place, 'validDays'), 'ends by days and by a date; only one is possible')
  for (const [index, { price, redemption }] of item.prices.entries()) {
    const here = inside(place, 'prices', index)
    if (price === 0) notes.problem(inside(here, 'price'), 'costs nothing')
    if (redemption) checkRedemption(redemption, inside(here, 'redemption'), notes)
  }
}

type Redemption = NonNullable<ReadVoucherClass['prices'][number]['redemption']>

function checkRedemption({ price, tickets, ...bundle }: Redemption, place: Place, notes: ImportNotes): void {
  if (price === 0) notes.problem(inside(place, 'price'), 'pays nothing')
  if (bundle.upTo === 0) notes.problem(inside(place, 'upTo'), 'pays nothing')
  if ((price === undefined) === (tickets === undefined)) notes.problem(place, 'pays either `price` or `tickets`')
  if (tickets !== undefined) return
  for (const name of ['ticketGroupIds', 'categoryIds', 'upTo'] as const)
    if (bundle[name] !== undefined) notes.problem(inside(place, name), 'belongs to a bundle of `tickets`')
}

/** The records that classes of vouchers refer to, in the files or the database. */
interface There {
  readonly groups: Referable
  readonly categories: Referable
  readonly policies: Referable
  readonly products: Referable
}

function checkNames({ item, place }: Sourced<ReadVoucherClass>, there: There, notes: ImportNotes): void {
  for (const [index, { redemption }] of item.prices.entries())
    if (redemption) checkBundle(redemption, there, { place: inside(place, 'prices', index, 'redemption'), notes })
  refer(there.policies, item.cancellationPolicyId, { place: inside(place, 'cancellationPolicyId'), notes })
  for (const [index, id] of item.productIds.entries()) refer(there.products, id, { place: inside(place, 'productIds', index), notes })
}

function checkBundle({ ticketGroupIds = [], categoryIds = [] }: Redemption, there: There, { place, notes }: Reading): void {
  for (const [index, id] of ticketGroupIds.entries()) refer(there.groups, id, { place: inside(place, 'ticketGroupIds', index), notes })
  for (const [index, id] of categoryIds.entries()) refer(there.categories, id, { place: inside(place, 'categoryIds', index), notes })
}

/** Checks that classes stay with their super classes, and prices with their classes: sold vouchers refer to them. */
async function checkTaken(client: Queryable, { voucherSuperClasses }: Prepared, notes: ImportNotes): Promise<void> {
  const classes = await ownersOf(
    client,
    'SELECT system_voucher_class_id AS id, system_voucher_super_class_id AS owner FROM system_voucher_class',
  )
  const prices = await ownersOf(client, 'SELECT system_voucher_price_id AS id, system_voucher_class_id AS owner FROM system_voucher_price')
  for (const { item, place } of voucherSuperClasses)
    for (const [at, one] of item.classes.entries()) {
      const here = inside(place, 'classes', at)
      const owner = classes.get(one.id) ?? item.id
      if (owner !== item.id) notes.problem(here, `the class ${String(one.id)} is of super class ${String(owner)} already`)
      for (const [index, price] of one.prices.entries()) {
        const ofClass = prices.get(price.id) ?? one.id
        if (ofClass !== one.id)
          notes.problem(inside(here, 'prices', index), `the price ${String(price.id)} is of class ${String(ofClass)} already`)
      }
    }
}

async function ownersOf(client: Queryable, text: string): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ id: number; owner: number }>(text)
  return new Map(rows.map(({ id, owner }) => [id, owner]))
}
