import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { agorotOf, type Prepared } from '#lib/server/import/check/prepare.ts'
import type { DrawnDonation } from '#lib/server/import/read/read-donations.ts'
import { deleteOthers, upsert, type Row, type Shape } from './upsert.ts'
import { instant } from './write-entitlements.ts'

const DONATION: Shape = {
  table: 'donation',
  keys: ['donation_id'],
  columns: {
    donation_id: 'int',
    ordinal: 'int',
    code: 'text',
    name: 'text',
    description: 'text',
    recipient: 'text',
    recipient_number: 'text',
    business_id: 'int',
    auth_profile_id: 'int',
    is_recognised: 'boolean',
    is_round_up: 'boolean',
    max_quantity: 'int',
    opens_at: 'timestamptz',
    closes_at: 'timestamptz',
    image: 'text',
    words: 'jsonb',
  },
}
const DONATION_DETAIL: Shape = {
  table: 'donation_detail',
  keys: ['donation_detail_id'],
  columns: {
    donation_detail_id: 'int',
    donation_id: 'int',
    ordinal: 'int',
    name: 'text',
    thanks: 'text',
    amount: 'int',
    least: 'int',
    most: 'int',
    words: 'jsonb',
  },
}

/** Writes donations with exactly the amounts in the files. @returns the number of rows written or deleted */
export async function writeDonations(client: Queryable, { donations }: Prepared): Promise<number> {
  if (donations.length === 0) return 0
  const items = donations.map(({ item }) => item)
  const details = items.flatMap(detailRows)
  const ids = items.map(({ id }) => id)
  const written = await upsert(client, DONATION, items.map(donationRow))
  return (
    written +
    (await deleteOthers(client, DONATION_DETAIL, { parent: 'donation_id', ids, rows: details })) +
    (await upsert(client, DONATION_DETAIL, details))
  )
}

function donationRow(item: DrawnDonation, ordinal: number): Row {
  return {
    donation_id: item.id,
    ordinal,
    code: item.code,
    name: item.name,
    description: item.description,
    recipient: item.recipient,
    recipient_number: item.recipientNumber,
    business_id: item.businessId,
    auth_profile_id: item.authProfileId,
    is_recognised: item.recognised,
    is_round_up: item.roundUp,
    max_quantity: item.maxQuantity,
    opens_at: instant(item.opensAt),
    closes_at: instant(item.closesAt),
    image: item.imagePicture,
    words: item.words ?? null,
  }
}

function detailRows({ id, amounts, free }: DrawnDonation): Row[] {
  const rows: Row[] = amounts.map((one, ordinal) => ({
    ...{ donation_detail_id: one.id, donation_id: id, ordinal, name: one.name, thanks: one.thanks },
    ...{ amount: agorotOf(one.amount), least: null, most: null, words: one.words ?? null },
  }))
  if (!free) return rows
  const own = {
    donation_detail_id: free.id,
    donation_id: id,
    ordinal: rows.length,
    name: free.name,
    thanks: free.thanks,
    words: free.words ?? null,
  }
  return [...rows, { ...own, amount: null, least: agorotOf(free.min), most: agorotOf(free.max) }]
}
