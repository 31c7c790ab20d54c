import { presentationFacts } from '#lib/domain/catalogue/presentation-facts.ts'
import { accept, type Result } from '#lib/domain/result.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { LONGEST_DAY_MS } from '#lib/domain/time/durations.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { sellsFor } from '#lib/server/orders/cart/producer-domain.ts'
import { ownSeatsOf } from '#lib/server/sales/holds/read-holds.ts'
import type { Shown } from '#lib/server/sales/live/all-shown.ts'
import { shownTo } from '#lib/server/sales/live/shown.ts'
import { takenByPresentation } from '#lib/server/seats/board/availability.ts'

/** Which presentations a producer looks for. */
export interface SeatSalesQuery {
  readonly featureId: number | undefined
  /** A part of the name of a show, a location or a hall. */
  readonly find: string
  /** From 1. */
  readonly page: number
}

/** A presentation of which a producer sells seats now. */
export interface SeatSale {
  readonly presentationId: number
  readonly featureName: string
  readonly place: string
  readonly startsAt: number
  /** Of the own allocations, with what is held. */
  readonly free: number
  /** Of them, what producers hold. */
  readonly held: number
}

export interface SeatSales {
  readonly sales: readonly SeatSale[]
  readonly page: number
  readonly pages: number
}

const PAGE = 50

export function readSeatSalesQuery(params: URLSearchParams): SeatSalesQuery {
  const feature = /^[1-9]\d{0,8}$/.exec(params.get('featureId') ?? '')
  const page = /^[1-9]\d{0,4}$/.exec(params.get('page') ?? '')
  return {
    featureId: feature ? Number(feature[0]) : undefined,
    find: (params.get('find') ?? '').slice(0, 100),
    page: Number(page?.[0] ?? 1),
  }
}

/** The presentations of which a member of staff sells seats as a producer, by start. Refusal: NOT_FOUND (a show of which there is none of hers). */
export async function seatSalesFor(member: StaffMember, { featureId, find, page }: SeatSalesQuery): Promise<Result<SeatSales>> {
  const [from, taken, shown] = await Promise.all([
    catalogue(),
    takenByPresentation(),
    shownTo(member, { featureId }, PERMISSIONS.producerSeats),
  ])
  if (!shown.ok) return shown
  const takenOf = ({ presentation }: Shown) => taken.get(presentation.id) ?? 0
  const stateOf = (one: Shown) => presentationFacts(from, one.presentation, { taken: takenOf(one), now: Date.now() }).saleState
  const found = shown.value
    .filter(({ presentation }) => presentation.startsAt > Date.now() - LONGEST_DAY_MS && sellsFor(member, presentation))
    .filter((one) => isFound(one, find.trim().toLowerCase()))
  // What the shop has sold out, or a flag says so, is open while any seat of the own allocations is free (decision 12).
  const shut = await ownSeatsOf(member, idsOf(found.filter((one) => stateOf(one) === 'soldout')))
  const open = found
    .filter((one) => stateOf(one) === 'open' || (shut.get(one.presentation.id)?.free ?? 0) > 0)
    .toSorted((one, other) => one.presentation.startsAt - other.presentation.startsAt)
  const pages = Math.max(1, Math.ceil(open.length / PAGE))
  const at = Math.min(page, pages)
  const listed = open.slice((at - 1) * PAGE, at * PAGE)
  const own = await ownSeatsOf(member, idsOf(listed))
  const sales = listed.map((one) => ({
    ...{ presentationId: one.presentation.id, featureName: one.featureName, startsAt: one.presentation.startsAt },
    ...{ place: [one.locationName, one.venueName].filter(Boolean).join(' · ') },
    ...(own.get(one.presentation.id) ?? { free: 0, held: 0 }),
  }))
  return accept({ sales, page: at, pages })
}

function idsOf(shown: readonly Shown[]): readonly number[] {
  return shown.map(({ presentation }) => presentation.id)
}

function isFound({ featureName, locationName, venueName }: Shown, wanted: string): boolean {
  return wanted === '' || `${featureName} ${locationName} ${venueName}`.toLowerCase().includes(wanted)
}
