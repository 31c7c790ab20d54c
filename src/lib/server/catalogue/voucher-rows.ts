import type { SystemVoucherClass, SystemVoucherSuperClass } from '#lib/domain/catalogue/system-vouchers.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** The prepaid vouchers that the catalogue offers. */

type Dates = 'validUntil' | 'saleOpensAt' | 'saleClosesAt'
type ClassRow = Omit<SystemVoucherClass, Dates> & { readonly [Key in Dates]: Date | null }

/** Super classes with their classes and prices, in the order of the catalogue. Column aliases match the field names of domain/catalogue/system-vouchers.ts. */
export async function readVoucherSuperClasses(client: Queryable): Promise<SystemVoucherSuperClass[]> {
  const [{ rows }, classes] = await Promise.all([
    client.query<Omit<SystemVoucherSuperClass, 'classes'>>(
      `SELECT system_voucher_super_class_id AS id, name, description, words FROM system_voucher_super_class ORDER BY ordinal, system_voucher_super_class_id`,
    ),
    readClasses(client),
  ])
  return rows.map((row) => ({ ...row, classes: classes.filter(({ superClassId }) => superClassId === row.id) }))
}

async function readClasses(client: Queryable): Promise<SystemVoucherClass[]> {
  const { rows } = await client.query<ClassRow>(
    `SELECT c.system_voucher_class_id AS id, c.system_voucher_super_class_id AS "superClassId", c.name, c.description, c.business_id AS "businessId",
            c.auth_profile_id AS "authProfileId", c.business_ids AS "businessIds", c.allows_partial AS "allowsPartial", c.valid_days AS "validDays",
            c.valid_until AS "validUntil", c.sale_opens_at AS "saleOpensAt", c.sale_closes_at AS "saleClosesAt", c.exchange_days AS "exchangeDays",
            c.product_ids AS "productIds", c.max_quantity AS "maxQuantity", c.pictures, c.words,
            (SELECT cancellation_terms(p) FROM cancellation_policy p WHERE p.cancellation_policy_id = c.cancellation_policy_id) AS cancellation,
            (SELECT coalesce(json_agg(json_build_object('id', p.system_voucher_price_id, 'name', p.name, 'note', p.note, 'price', p.price,
               'redemption', json_build_object('reference', p.redemption_reference, 'price', p.redemption_price,
               'bundle', p.bundle), 'words', p.words) ORDER BY p.ordinal, p.system_voucher_price_id), '[]')
              FROM system_voucher_price p WHERE p.system_voucher_class_id = c.system_voucher_class_id) AS prices
     FROM system_voucher_class c ORDER BY c.ordinal, c.system_voucher_class_id`,
  )
  return rows.map(({ validUntil, saleOpensAt, saleClosesAt, ...row }) => ({
    ...row,
    validUntil: validUntil?.getTime() ?? null,
    saleOpensAt: saleOpensAt?.getTime() ?? null,
    saleClosesAt: saleClosesAt?.getTime() ?? null,
  }))
}
