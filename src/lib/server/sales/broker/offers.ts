import { isPast } from '#lib/domain/catalogue/presentation-facts.ts'
import { ownAllocations } from '#lib/domain/sales/broker-part.ts'
import { PERMISSIONS, type StaffMember } from '#lib/domain/staff/permissions.ts'
import { catalogue } from '#lib/server/catalogue/catalogue.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { Shown } from '#lib/server/sales/live/all-shown.ts'
import { shownTo } from '#lib/server/sales/live/shown.ts'
import { countPart, partsOf, type BrokerPart, type PartCounts } from './read-parts.ts'

/** Presentations on one page of a broker. */
export const OFFERS = 50

/** A presentation of which somebody may be the broker. */
export interface BrokerOffer {
  readonly shown: Shown
  /** What the account has of it, saved or not. */
  readonly allocationIds: readonly number[]
  readonly counts: PartCounts
  /** What is saved of it by the member, and by others. */
  readonly own?: BrokerPart
  readonly others: readonly BrokerPart[]
}

/**
 * The presentations to come that have seats of the account's allocations: those that the member has saved first, then by start.
 * @param find a part of the name of a feature; '': all
 */
export async function brokerOffers(
  member: StaffMember,
  find: string,
): Promise<{ readonly offers: readonly BrokerOffer[]; readonly isAll: boolean }> {
  const [from, visible] = [await catalogue(), await shownTo(member, {}, PERMISSIONS.broker)]
  const now = Date.now()
  const all = (visible.ok ? visible.value : []).filter(
    ({ presentation, featureName }) =>
      !presentation.isCancelled &&
      !isPast(from, presentation, now) &&
      featureName.includes(find) &&
      ownAllocations(presentation, member.allocationIds).length > 0,
  )
  const parts = Map.groupBy(
    await partsOf(
      database(),
      all.map(({ presentation }) => presentation.id),
    ),
    (part) => part.presentationId,
  )
  const isOwn = ({ presentation }: Shown) => parts.get(presentation.id)?.some(({ staffId }) => staffId === member.staffId) === true
  const listed = [...all.filter(isOwn), ...all.filter((one) => !isOwn(one))].slice(0, OFFERS)
  const offers = await Promise.all(listed.map((shown) => offerOf(member, shown, parts.get(shown.presentation.id) ?? [])))
  return { offers, isAll: all.length <= OFFERS }
}

async function offerOf({ staffId, allocationIds }: StaffMember, shown: Shown, parts: readonly BrokerPart[]): Promise<BrokerOffer> {
  const own = parts.find((part) => part.staffId === staffId)
  const ids = own?.allocationIds ?? ownAllocations(shown.presentation, allocationIds)
  return {
    ...{ shown, allocationIds: ids, counts: await countPart(shown.presentation.id, ids), others: parts.filter((part) => part !== own) },
    ...(own && { own }),
  }
}
