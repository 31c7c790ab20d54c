import type { Donation } from '#lib/domain/catalogue/donations.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

type DonationRow = Omit<Donation, 'opensAt' | 'closesAt'> & { readonly opensAt: Date | null; readonly closesAt: Date | null }

/** The donations of the catalogue. Column aliases match the field names of domain/catalogue/donations.ts. */
export async function readDonations(client: Queryable): Promise<Donation[]> {
  const { rows } = await client.query<DonationRow>(
    `SELECT d.donation_id AS id, code, d.name, description, recipient, recipient_number AS "recipientNumber", business_id AS "businessId",
            auth_profile_id AS "authProfileId", is_recognised AS "isRecognised", is_round_up AS "isRoundUp", max_quantity AS "maxQuantity",
            opens_at AS "opensAt", closes_at AS "closesAt", d.words,
            (SELECT coalesce(json_agg(json_build_object('id', donation_detail_id, 'name', t.name, 'thanks', thanks, 'amount', amount, 'least', least, 'most', most, 'words', t.words)
               ORDER BY t.ordinal, donation_detail_id), '[]') FROM donation_detail t WHERE t.donation_id = d.donation_id) AS details
     FROM donation d ORDER BY d.ordinal, d.donation_id`,
  )
  return rows.map(({ opensAt, closesAt, ...row }) => ({
    ...row,
    opensAt: opensAt?.getTime() ?? null,
    closesAt: closesAt?.getTime() ?? null,
  }))
}
