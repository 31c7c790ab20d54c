import { forgetCatalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'

/** A series or season of the house: what a test does not name is as the house sells it. */
export interface TestMembership {
  readonly id: number
  /** 2: series, 3: season; 1: open. */
  readonly typeId?: 1 | 2 | 3
  readonly dates?: readonly number[]
  readonly choice?: readonly number[]
  readonly isSkipMemberSeat?: boolean
  /** SQL of an instant. */
  readonly saleOpensAt?: string
  readonly saleClosesAt?: string
  readonly renews?: { readonly previousId: number; readonly until: string }
  /** Price categories that have a rate, under ticket 11; omitted: no rates. */
  readonly categories?: readonly string[]
}

/** Adds memberships of season 1 to the house of `buildHouse`, in place of those that a test has added before. */
export async function sellMemberships(...memberships: readonly TestMembership[]): Promise<void> {
  await database().query(`
    DELETE FROM membership_rate; DELETE FROM membership_presentation; DELETE FROM membership;
    INSERT INTO season VALUES (1, 'עונה', now(), now() + interval '1 year') ON CONFLICT DO NOTHING`)
  for (const [ordinal, one] of memberships.entries()) await insert(one, ordinal)
  await database().query('UPDATE catalogue_version SET version = version + 1')
  forgetCatalogue()
}

async function insert(
  { id, typeId = 2, dates = [], choice = [], categories = [], ...one }: TestMembership,
  ordinal: number,
): Promise<void> {
  const { saleOpensAt = 'NULL', saleClosesAt = 'NULL', renews } = one
  await database().query(
    `INSERT INTO membership (membership_id, ordinal, code, name, class_name, description, type_id, season_id, business_id, auth_profile_id, is_skip_member_seat,
       is_pricing_per_ticket, location_ids, is_topup, choice_count, sale_opens_at, sale_closes_at, renews_id, renews_until, max_quantity)
     VALUES ($1::int, $2, 'm' || $1::int, 'סדרה', 'סדרה', '', $3, 1, 1, 1, $4, false, '{}', false, $5, ${saleOpensAt}, ${saleClosesAt}, $6, ${renews?.until ?? 'NULL'}, 1)`,
    [id, ordinal, typeId, one.isSkipMemberSeat ?? false, choice.length > 0 ? 1 : null, renews?.previousId ?? null],
  )
  for (const [ids, isChoice] of [
    [dates, false],
    [choice, true],
  ] as const)
    await database().query('INSERT INTO membership_presentation SELECT $1, p, $3 FROM unnest($2::int[]) AS p', [id, ids, isChoice])
  await database().query(`INSERT INTO membership_rate SELECT $1, 11, c, 'adult', 50000 FROM unnest($2::text[]) AS c`, [id, categories])
}
