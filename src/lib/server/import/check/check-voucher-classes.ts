import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import type { ReadVoucherClass } from '#lib/server/import/read/read-voucher-classes.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'
import type { Known } from './known.ts'
import type { Prepared } from './prepare.ts'

/** Checks prepaid vouchers for sale for consistency with themselves and with the records that they refer to. */
export async function checkVoucherClasses(client: Queryable, prepared: Prepared, known: Known, notes: ImportNotes): Promise<void> {
  const classes = classesOf(prepared)
  if (classes.length === 0) return
  await checkTaken(client, prepared, notes)
  for (const source of classes) {
    checkOwnTerms(source, notes)
    checkNames(source, prepared, known, notes)
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

interface Offered {
  readonly groups: ReadonlySet<number>
  readonly categories: ReadonlySet<number>
}

function checkBundle(
  { ticketGroupIds = [], categoryIds = [] }: Redemption,
  place: Place,
  { groups, categories }: Offered,
  notes: ImportNotes,
): void {
  for (const [index, id] of ticketGroupIds.entries())
    if (!groups.has(id)) notes.problem(inside(place, 'ticketGroupIds', index), `there is no ticket group ${String(id)}`)
  for (const [index, id] of categoryIds.entries())
    if (!categories.has(id)) notes.problem(inside(place, 'categoryIds', index), `there is no category ${String(id)}`)
}

function checkNames({ item, place }: Sourced<ReadVoucherClass>, prepared: Prepared, known: Known, notes: ImportNotes): void {
  const policies = new Set([...known.cancellationPolicies, ...prepared.cancellationPolicies.map((one) => one.item.id)])
  const products = new Set([...known.products, ...prepared.products.map((one) => one.item.id)])
  const offered = {
    groups: new Set([...known.ticketGroups, ...prepared.ticketGroups.map((one) => one.item.id)]),
    categories: new Set([...known.categories, ...prepared.categories.map((one) => one.item.id)]),
  }
  const { cancellationPolicyId, productIds } = item
  for (const [index, { redemption }] of item.prices.entries())
    if (redemption) checkBundle(redemption, inside(place, 'prices', index, 'redemption'), offered, notes)
  if (cancellationPolicyId != null && !policies.has(cancellationPolicyId))
    notes.problem(inside(place, 'cancellationPolicyId'), `there is no cancellation policy ${String(cancellationPolicyId)}`)
  for (const [index, id] of productIds.entries())
    if (!products.has(id)) notes.problem(inside(place, 'productIds', index), `there is no product ${String(id)}`)
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
