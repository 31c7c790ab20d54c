import type { BundleTerms } from '#lib/domain/catalogue/bundle.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { agorotOf, type Prepared } from '#lib/server/import/check/prepare.ts'
import type { ReadVoucherClass } from '#lib/server/import/read/read-voucher-classes.ts'
import { deleteOthers, upsert, type Row, type Shape } from './upsert.ts'
import { instant } from './write-entitlements.ts'

const SUPER_CLASS: Shape = {
  table: 'system_voucher_super_class',
  keys: ['system_voucher_super_class_id'],
  columns: { system_voucher_super_class_id: 'int', ordinal: 'int', name: 'text', description: 'text', words: 'jsonb' },
}
const CLASS: Shape = {
  table: 'system_voucher_class',
  keys: ['system_voucher_class_id'],
  columns: {
    system_voucher_class_id: 'int',
    system_voucher_super_class_id: 'int',
    ordinal: 'int',
    name: 'text',
    description: 'text',
    business_id: 'int',
    auth_profile_id: 'int',
    business_ids: 'int[]',
    allows_partial: 'boolean',
    valid_days: 'int',
    valid_until: 'timestamptz',
    sale_opens_at: 'timestamptz',
    sale_closes_at: 'timestamptz',
    exchange_days: 'int',
    cancellation_policy_id: 'int',
    product_ids: 'int[]',
    max_quantity: 'int',
    pictures: 'text[]',
    words: 'jsonb',
  },
}
const PRICE: Shape = {
  table: 'system_voucher_price',
  keys: ['system_voucher_price_id'],
  columns: {
    system_voucher_price_id: 'int',
    system_voucher_class_id: 'int',
    ordinal: 'int',
    name: 'text',
    note: 'text',
    price: 'int',
    redemption_reference: 'text',
    redemption_price: 'int',
    bundle: 'jsonb',
    words: 'jsonb',
  },
}

/** Writes prepaid vouchers for sale with exactly the prices in the files; classes stay, since sold vouchers are of them. @returns the number of rows written or deleted */
export async function writeVoucherClasses(client: Queryable, { voucherSuperClasses }: Prepared): Promise<number> {
  const items = voucherSuperClasses.map(({ item }) => item)
  const groups = items.map(({ id, name, description, words = null }, ordinal) => ({
    ...{ system_voucher_super_class_id: id, ordinal, name, description, words },
  }))
  const classes = items.flatMap(({ id, classes: own }) => own.map((one, ordinal) => classRow(id, one, ordinal)))
  const prices = items.flatMap(({ classes: own }) => own.flatMap(priceRows))
  const ids = items.flatMap(({ classes: own }) => own.map(({ id }) => id))
  const counts = [await upsert(client, SUPER_CLASS, groups), await upsert(client, CLASS, classes)]
  if (ids.length > 0) counts.push(await deleteOthers(client, PRICE, { parent: 'system_voucher_class_id', ids, rows: prices }))
  counts.push(await upsert(client, PRICE, prices))
  return counts.reduce((sum, count) => sum + count, 0)
}

function classRow(superClassId: number, item: ReadVoucherClass, ordinal: number): Row {
  return {
    system_voucher_class_id: item.id,
    system_voucher_super_class_id: superClassId,
    ordinal,
    name: item.name,
    description: item.description,
    business_id: item.businessId,
    auth_profile_id: item.authProfileId,
    business_ids: item.businessIds ?? null,
    allows_partial: item.allowsPartial,
    valid_days: item.validDays ?? null,
    valid_until: instant(item.validUntil),
    sale_opens_at: instant(item.saleOpensAt),
    sale_closes_at: instant(item.saleClosesAt),
    exchange_days: item.exchangeDays ?? null,
    cancellation_policy_id: item.cancellationPolicyId ?? null,
    product_ids: item.productIds,
    max_quantity: item.maxQuantity,
    pictures: item.pictures,
    words: item.words ?? null,
  }
}

function priceRows({ id, prices }: ReadVoucherClass): Row[] {
  return prices.map((price, ordinal) => ({
    system_voucher_price_id: price.id,
    system_voucher_class_id: id,
    ordinal,
    name: price.name,
    note: price.note,
    price: agorotOf(price.price),
    redemption_reference: price.redemption?.reference ?? null,
    redemption_price: price.redemption?.tickets ?? agorotOf(price.redemption?.price ?? price.price),
    bundle: bundleOf(price),
    words: price.words ?? null,
  }))
}

/** The tickets that a bundle pays; null: it pays money. */
function bundleOf({ redemption }: ReadVoucherClass['prices'][number]): BundleTerms | null {
  if (redemption?.tickets === undefined) return null
  const { ticketGroupIds = null, categoryIds = null, upTo } = redemption
  return { ticketGroupIds, categoryIds, most: upTo === undefined ? null : agorotOf(upTo) }
}
