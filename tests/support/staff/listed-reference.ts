import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { lookupOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import { newCatalogue } from '#tests/support/buyers/cancels.ts'
import { cellOf } from '#tests/support/database/database.ts'

/** Adds ticket 49 of presentation 2, which asks for a reference of a list, and the reference A1, which may be used 5 times. @returns its row of the list */
export async function addListedReference(): Promise<number> {
  await database().query(`INSERT INTO ticket (ticket_id, ticket_group_id, ordinal, name, price, service_charge, ref1prompt, reference_check)
      VALUES (49, 4, 9, 'ועד', 9000, 0, 'קוד', 'list')`)
  const lookup = lookupOf('reference', referenceName(49, { ref1: 'A1', ref2: '' }))
  const rowId = Number(
    await cellOf(`INSERT INTO entitlement (kind, lookup, public_code, uses) VALUES ('reference', $1, 'r-49', 5) RETURNING entitlement_id`, [
      lookup,
    ]),
  )
  await database().query('INSERT INTO entitlement_ticket VALUES ($1, 49)', [rowId])
  await newCatalogue()
  return rowId
}

/** Two uses of a reference by the order of a reservation. */
export async function useReference(rowId: number, resId: string): Promise<void> {
  await database().query(
    `INSERT INTO entitlement_use (entitlement_id, holder, presentation_id, quantity, order_id) SELECT $1, holder, 2, 2, order_id FROM orders WHERE reservation_identifier = $2`,
    [rowId, resId],
  )
}

export async function unuseReference(rowId: number): Promise<void> {
  await database().query('DELETE FROM entitlement_use WHERE entitlement_id = $1', [rowId])
}
