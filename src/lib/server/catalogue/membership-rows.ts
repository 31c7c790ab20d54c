import type { Membership, Season } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'

/** The memberships of the catalogue, and the seasons that some belong to. */

export async function readSeasons(client: Queryable): Promise<Season[]> {
  const { rows } = await client.query<Pick<Season, 'id' | 'name' | 'words'> & { starts_at: Date; ends_at: Date }>(
    'SELECT season_id AS id, name, starts_at, ends_at, words FROM season ORDER BY starts_at, season_id',
  )
  return rows.map(({ starts_at, ends_at, ...row }) => ({ ...row, startsAt: starts_at.getTime(), endsAt: ends_at.getTime() }))
}

type Dates = 'validFrom' | 'validUntil' | 'saleOpensAt' | 'saleClosesAt'
type MembershipRow = Omit<Membership, Dates | 'renewal' | 'choice' | 'exchange'> & {
  readonly [Key in Dates]: Date | null
} & {
  readonly previousId: number | null
  readonly renewsFrom: Date | null
  readonly renewsUntil: Date | null
  readonly choiceCount: number | null
  readonly exchangeUntil: number | null
  readonly exchangeIds: readonly number[]
  readonly options: { readonly presentationId: number; readonly supplement: number }[]
}

/** Column aliases match the field names of domain/catalogue/memberships/memberships.ts. */
export async function readMemberships(client: Queryable): Promise<Membership[]> {
  const { rows } = await client.query<MembershipRow>(
    `SELECT m.membership_id AS id, code, m.name, class_name AS "className", description, type_id AS "typeId", season_id AS "seasonId", business_id AS "businessId",
            auth_profile_id AS "authProfileId", is_skip_member_seat AS "isSkipMemberSeat", is_pricing_per_ticket AS "isPricingPerTicket",
            default_ticket_group_id AS "defaultTicketGroupId", location_ids AS "locationIds", uses, amount, valid_days AS "validDays",
            valid_from AS "validFrom", valid_until AS "validUntil", is_topup AS "isTopup", choice_count AS "choiceCount",
            exchange_until_minutes AS "exchangeUntil", exchange_presentation_ids AS "exchangeIds",
            sale_opens_at AS "saleOpensAt", sale_closes_at AS "saleClosesAt", renews_id AS "previousId", renews_from AS "renewsFrom", renews_until AS "renewsUntil", max_quantity AS "maxQuantity", m.words,
            array(SELECT t.ticket_id FROM membership_ticket t WHERE t.membership_id = m.membership_id ORDER BY t.ticket_id) AS "ticketIds",
            array(SELECT f.presentation_id FROM membership_presentation f JOIN presentation p USING (presentation_id)
              WHERE f.membership_id = m.membership_id AND NOT f.is_choice ORDER BY p.starts_at, p.presentation_id) AS "presentationIds",
            (SELECT coalesce(json_agg(json_build_object('presentationId', c.presentation_id, 'supplement', c.supplement) ORDER BY p.starts_at, p.presentation_id), '[]')
              FROM membership_presentation c JOIN presentation p USING (presentation_id) WHERE c.membership_id = m.membership_id AND c.is_choice) AS options,
            (SELECT coalesce(json_agg(json_build_object('ticketId', r.ticket_id, 'ticketGroupId', t.ticket_group_id, 'category', r.category, 'priceCode', r.price_code,
               'price', r.price) ORDER BY r.price DESC, r.category, r.price_code), '[]')
              FROM membership_rate r JOIN ticket t USING (ticket_id) WHERE r.membership_id = m.membership_id) AS rates,
            (SELECT coalesce(json_agg(json_build_object('id', membership_price_id, 'priceCode', price_code, 'name', l.name, 'note', note, 'price', price,
               'currency', json_build_object('id', currency_id, 'code', currency_code, 'symbol', currency_symbol),
               'ref1prompt', ref1prompt, 'ref2prompt', ref2prompt, 'referenceCheck', reference_check, 'words', l.words) ORDER BY l.ordinal, membership_price_id), '[]')
              FROM membership_price l WHERE l.membership_id = m.membership_id) AS prices,
            CASE WHEN resale_percent IS NOT NULL
              THEN json_build_object('untilMinutes', resale_until_minutes, 'percent', resale_percent, 'fee', resale_fee) END AS resale,
            (SELECT cancellation_terms(c) FROM cancellation_policy c WHERE c.cancellation_policy_id = m.cancellation_policy_id) AS cancellation
     FROM membership m ORDER BY m.ordinal, m.membership_id`,
  )
  return rows.map(membershipOf)
}

function membershipOf({
  choiceCount,
  options,
  previousId,
  renewsFrom,
  renewsUntil,
  exchangeUntil,
  exchangeIds,
  ...row
}: MembershipRow): Membership {
  const { validFrom, validUntil, saleOpensAt, saleClosesAt, ...rest } = row
  return {
    ...rest,
    validFrom: validFrom?.getTime() ?? null,
    validUntil: validUntil?.getTime() ?? null,
    saleOpensAt: saleOpensAt?.getTime() ?? null,
    saleClosesAt: saleClosesAt?.getTime() ?? null,
    exchange: exchangeUntil === null ? null : { untilMinutes: exchangeUntil, presentationIds: exchangeIds },
    choice: choiceCount === null ? null : { count: choiceCount, options },
    renewal: previousId === null || !renewsUntil ? null : { previousId, from: renewsFrom?.getTime() ?? null, until: renewsUntil.getTime() },
  }
}
