import * as z from 'zod/mini'
import { membershipItem, type MembershipItem } from '#lib/contract/membership-cart.ts'
import { checkMemberships, type CheckedMembership, type MembershipFacts, type WantedMembership } from '#lib/domain/cart/check-membership.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { issueMembers, notePurchases, takeReference } from '#lib/server/entitlements/bought-members.ts'
import { insertItems, issueItems, shownItems } from '../port/order-items.ts'
import type { SoldKind } from '../port/port.ts'
import { cancelMemberships, membershipItemsOf } from './membership-cancel.ts'
import { membershipFactsOf } from './membership-facts.ts'

/** Sold memberships; their entries are used like those of imported members. */
export const membership = {
  name: 'membership',
  field: 'memberships',
  parse({ memberships = [] }) {
    const items = z.array(membershipItem).safeParse(memberships)
    return items.success ? accept(items.data.flatMap(wantedOf)) : refuse('BAD_REQUEST')
  },
  wantedIn: ({ others }) => (others?.membership ?? []) as readonly WantedMembership[],
  factsOf: (from, uuid, wanted) => membershipFactsOf(from, uuid, wanted),
  check: checkMemberships,
  prepare: () => Promise.resolve(undefined),
  async reserve(client, { orderId }, lines) {
    await insertItems(client, orderId, lines)
    // Locks references in a fixed order, so that two buyers do not deadlock.
    const listed = lines.flatMap(({ priceId, reference }) => (reference ? { priceId, lookups: reference.lookups } : []))
    for (const { priceId, lookups } of listed.toSorted(
      (a, b) => a.priceId - b.priceId || (a.lookups[0] ?? '').localeCompare(b.lookups[0] ?? ''),
    ))
      if (!(await takeReference(client, priceId, lookups))) return { code: 'TICKET_BALANCE_INSUFFICIENT' }
    await notePurchases(
      client,
      orderId,
      lines.map(({ uses, topsUp, priceId, reference }, line) => ({
        line,
        uses,
        topsUp,
        priceId,
        referenceLookup: reference?.lookups[0] ?? null,
      })),
    )
    return undefined
  },
  async issue(client, { orderId, holder }) {
    await issueItems(client, orderId, 'membership')
    await issueMembers(client, orderId, holder)
  },
  // Nothing to release: an unpaid order has issued nothing, and its references no longer count.
  release: () => Promise.resolve(),
  itemsOf: (client, order) => membershipItemsOf(client, order),
  cancel: cancelMemberships,
  shown: (client, orderId) => shownItems(client, orderId, 'membership'),
} as const satisfies SoldKind<WantedMembership, CheckedMembership, MembershipFacts, undefined>

function wantedOf(item: MembershipItem): WantedMembership[] {
  const {
    membershipId,
    membershipPriceId,
    currencyId,
    reference1,
    reference2,
    memberNumber,
    isTopup,
    name,
    additionalName,
    quantity = 1,
  } = item
  const one = {
    ...{
      membershipId,
      priceId: membershipPriceId,
      currencyId: currencyId ?? null,
      reference1: reference1 ?? null,
      reference2: reference2 ?? null,
    },
    ...{ topsUp: isTopup === true ? (memberNumber ?? '') : null, name: name ?? '', additionalName: additionalName ?? '' },
  }
  return Array.from({ length: quantity }, () => one)
}
