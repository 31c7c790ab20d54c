import { MEMBERSHIP_TYPE } from '#lib/domain/catalogue/memberships/memberships.ts'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { renameReferences } from '#lib/server/entitlements/membership-references.ts'
import { agorotOf, type Prepared } from '#lib/server/import/check/prepare.ts'
import type { ReadMembership } from '#lib/server/import/read/read-memberships.ts'
import {
  MEMBERSHIP,
  MEMBERSHIP_PRESENTATION,
  MEMBERSHIP_PRICE,
  MEMBERSHIP_RATE,
  MEMBERSHIP_REFERENCE,
  MEMBERSHIP_TICKET,
  SEASON,
} from './membership-tables.ts'
import { instant } from './write-entitlements.ts'
import { deleteOthers, upsert, type Row, type Shape } from './upsert.ts'

/** Writes memberships with exactly the tickets, dates, prices and rates in the files. @returns the number of rows written or deleted */
export async function writeMemberships(client: Queryable, { seasons, memberships }: Prepared): Promise<number> {
  const items = memberships.map(({ item }) => item)
  const own = seasons.map(({ item }) => ({
    season_id: item.id,
    name: item.name,
    starts_at: instant(item.startsAt),
    ends_at: instant(item.endsAt),
    words: item.words ?? null,
  }))
  const counts = [await upsert(client, SEASON, own), await upsert(client, MEMBERSHIP, items.map(membershipRow))]
  const ids = items.map(({ id }) => id)
  counts.push(
    await writeChildren(client, MEMBERSHIP_TICKET, { ids, rows: items.flatMap(ticketRows) }),
    await writeChildren(client, MEMBERSHIP_PRESENTATION, { ids, rows: items.flatMap(dateRows) }),
    await writeChildren(client, MEMBERSHIP_PRICE, { ids, rows: items.flatMap(priceRows) }),
    await writeChildren(client, MEMBERSHIP_RATE, { ids, rows: items.flatMap(rateRows) }),
  )
  const prices = items.flatMap((item) => item.prices)
  const references = prices.flatMap(({ id, references: listed }) =>
    listed.map(({ lookup, quantity }) => ({ membership_price_id: id, lookup, quantity })),
  )
  counts.push(await upsert(client, MEMBERSHIP_REFERENCE, references))
  const priceIds = prices.map(({ id }) => id)
  counts.push(await deleteOthers(client, MEMBERSHIP_REFERENCE, { parent: 'membership_price_id', ids: priceIds, rows: references }))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Keeps purchases counted whose references were written under an earlier secret, once that secret is dropped. */
export async function renameEarlierReferences(client: Queryable, { memberships }: Prepared): Promise<void> {
  const prices = memberships.flatMap(({ item }) => item.prices)
  const names = prices.flatMap(({ id: priceId, references }) =>
    references.flatMap(({ lookup, earlier }) => earlier.map((before) => ({ priceId, lookup, before }))),
  )
  await renameReferences(client, names)
}

/** All rows of a table that some memberships have. */
interface Owned {
  readonly ids: readonly number[]
  readonly rows: readonly Row[]
}

async function writeChildren(client: Queryable, shape: Shape, { ids, rows }: Owned): Promise<number> {
  if (ids.length === 0) return 0
  return (await deleteOthers(client, shape, { parent: 'membership_id', ids, rows })) + (await upsert(client, shape, rows))
}

function membershipRow(item: ReadMembership, ordinal: number): Row {
  return {
    membership_id: item.id,
    ordinal,
    code: item.code,
    name: item.name,
    class_name: item.className,
    description: item.description,
    type_id: MEMBERSHIP_TYPE[item.type],
    season_id: item.seasonId ?? null,
    business_id: item.businessId,
    auth_profile_id: item.authProfileId,
    is_skip_member_seat: item.skipMemberSeat,
    is_pricing_per_ticket: item.pricingPerTicket,
    default_ticket_group_id: item.defaultTicketGroupId ?? null,
    location_ids: item.locations,
    uses: item.uses ?? null,
    amount: item.amount == null ? null : agorotOf(item.amount),
    valid_days: item.validDays ?? null,
    valid_from: instant(item.validFrom),
    valid_until: instant(item.validUntil),
    is_topup: item.topup,
    choice_count: item.choice?.count ?? null,
    exchange_until_minutes: item.exchange?.untilMinutes ?? null,
    exchange_presentation_ids: item.exchange?.presentationIds ?? [],
    sale_opens_at: instant(item.saleOpensAt),
    sale_closes_at: instant(item.saleClosesAt),
    ...renewalColumns(item),
    cancellation_policy_id: item.cancellationPolicyId ?? null,
    ...resaleColumns(item),
    max_quantity: item.maxQuantity,
    words: item.words ?? null,
  }
}

function renewalColumns({ renewal }: ReadMembership): Row {
  if (!renewal) return { renews_id: null, renews_from: null, renews_until: null }
  return { renews_id: renewal.previousId, renews_from: instant(renewal.from), renews_until: instant(renewal.until) }
}

function resaleColumns({ resale }: ReadMembership): Row {
  if (!resale) return { resale_until_minutes: null, resale_percent: null, resale_fee: null }
  return { resale_until_minutes: Math.round(resale.untilHours * 60), resale_percent: resale.percent, resale_fee: agorotOf(resale.fee) }
}

function ticketRows({ id, tickets }: ReadMembership): Row[] {
  return [...new Set(tickets)].map((ticket) => ({ membership_id: id, ticket_id: ticket }))
}

function dateRows({ id, presentationIds, choice }: ReadMembership): Row[] {
  const fixed = presentationIds.map((presentation) => ({ presentation_id: presentation, is_choice: false, supplement: 0 }))
  const chosen = (choice?.options ?? []).map(({ presentationId, supplement }) => ({
    presentation_id: presentationId,
    is_choice: true,
    supplement: agorotOf(supplement),
  }))
  return [...fixed, ...chosen].map((row) => ({ membership_id: id, ...row }))
}

function priceRows({ id, prices }: ReadMembership): Row[] {
  return prices.map((price, ordinal) => ({
    membership_price_id: price.id,
    membership_id: id,
    ordinal,
    price_code: price.code,
    name: price.name,
    note: price.note,
    price: agorotOf(price.price),
    currency_id: price.currency.id,
    currency_code: price.currency.code,
    currency_symbol: price.currency.symbol,
    ref1prompt: price.ref1prompt ?? null,
    ref2prompt: price.ref2prompt ?? null,
    reference_check: price.referenceCheck,
    words: price.words ?? null,
  }))
}

function rateRows({ id, rates }: ReadMembership): Row[] {
  return rates.map(({ ticketId, category, priceCode, price }) => ({
    membership_id: id,
    ticket_id: ticketId,
    category,
    price_code: priceCode,
    price: agorotOf(price),
  }))
}
