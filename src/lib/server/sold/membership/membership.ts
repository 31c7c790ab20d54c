import { checkMemberships } from '#lib/domain/cart/check-membership.ts'
import type { CheckedMembership, MembershipFacts, WantedMembership } from '#lib/domain/cart/membership-line.ts'
import { isEnrolled } from '#lib/server/enrolment/past-enrolment.ts'
import { issueMembers, notePurchases, takeReference } from '#lib/server/entitlements/bought-members.ts'
import { endRenewals } from '#lib/server/seats/claims/renewal-keeps.ts'
import { insertItems, issueItems, shownItems } from '../port/order-items.ts'
import type { SoldKind } from '../port/port.ts'
import { cancelMemberships, membershipItemsOf } from './membership-cancel.ts'
import { membershipFactsOf } from './membership-facts.ts'
import { numberVirtualSeats } from './virtual-seats.ts'
import { wantedMemberships } from './membership-wanted.ts'

/**
 * Sold memberships; entries and money are used like those of imported members. The line of a series or season carries its money; a ticket of the kind 'seat' stands for each
 * of its dates.
 */
export const membership = {
  name: 'membership',
  field: 'memberships',
  parse: ({ memberships = [] }) => wantedMemberships(memberships),
  wantedIn: ({ others }) => (others?.membership ?? []) as readonly WantedMembership[],
  factsOf: (from, uuid, wanted) => membershipFactsOf(from, uuid, wanted),
  check: checkMemberships,
  prepare: () => Promise.resolve(undefined),
  async reserve(client, { orderId }, { lines }) {
    await insertItems(client, orderId, lines)
    const once = lines.flatMap(({ subjectId, dates }) => (dates?.isOnce ? subjectId : []))
    if (once.length > 0 && (await isEnrolled(client, orderId, once))) return { code: 'ALREADY_ENROLLED' }
    // Locks references in a fixed order, so that two buyers do not deadlock.
    const listed = lines.flatMap(({ priceId, reference }) => (reference ? { priceId, lookups: reference.lookups } : []))
    for (const { priceId, lookups } of listed.toSorted(
      (a, b) => a.priceId - b.priceId || (a.lookups[0] ?? '').localeCompare(b.lookups[0] ?? ''),
    ))
      if (!(await takeReference(client, priceId, lookups))) return { code: 'TICKET_BALANCE_INSUFFICIENT' }
    await notePurchases(
      client,
      orderId,
      lines.map(({ uses, money, topsUp, priceId, reference, dates }, line) => ({
        line,
        uses,
        money,
        topsUp,
        priceId,
        referenceLookup: reference?.lookups[0] ?? null,
        dates: dates?.presentationIds ?? null,
        isVirtual: dates?.isVirtual ?? false,
      })),
    )
    return undefined
  },
  async issue(client, { orderId, holder }) {
    await issueItems(client, orderId, 'membership')
    await issueMembers(client, orderId, holder)
    await numberVirtualSeats(client, orderId)
    await endRenewals(client, orderId, holder)
  },
  // Nothing to release: an unpaid order has issued nothing, and its references no longer count.
  release: () => Promise.resolve(),
  itemsOf: (client, order) => membershipItemsOf(client, order),
  cancel: cancelMemberships,
  shown: (client, orderId) => shownItems(client, orderId, 'membership'),
} as const satisfies SoldKind<WantedMembership, CheckedMembership, MembershipFacts, undefined>
