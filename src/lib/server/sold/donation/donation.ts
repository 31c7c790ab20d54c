import * as z from 'zod/mini'
import { donationItem, type DonationItem } from '#lib/contract/order/donation-cart.ts'
import { checkDonations, type CheckedDonation, type WantedDonation } from '#lib/domain/cart/check-donation.ts'
import { accept, refuse } from '#lib/domain/result.ts'
import { cancelItemRows, cancellableItems, insertItems, issueItems, shownItems } from '../port/order-items.ts'
import type { OwnTerms, SoldKind } from '../port/port.ts'
import { giveDonationReceipts } from './donation-receipts.ts'

/** A donation is a gift whose receipt the tax office may have seen: only the house itself gives it back (decision 57). */
const TERMS: OwnTerms = { refusal: 'CANCEL_NOT_ALLOWED', policy: null, until: null }

/** Donations to the causes of the catalogue, alone or beside tickets of the same business. */
export const donation = {
  name: 'donation',
  field: 'donations',
  parse({ donations = [] }) {
    const items = z.array(donationItem).safeParse(donations)
    return items.success ? accept(items.data.map(wantedOf)) : refuse('BAD_REQUEST')
  },
  wantedIn: ({ others }) => (others?.donation ?? []) as readonly WantedDonation[],
  factsOf: () => Promise.resolve(accept(undefined)),
  check: (wanted, _facts, around) => checkDonations(wanted, around),
  prepare: () => Promise.resolve(undefined),
  async reserve(client, { orderId }, { lines }) {
    await insertItems(client, orderId, lines)
    return undefined
  },
  async issue(client, { orderId }) {
    await issueItems(client, orderId, 'donation')
    await giveDonationReceipts(client, orderId)
  },
  // Nothing is scarce, and an unpaid order has drawn no number.
  release: () => Promise.resolve(),
  async itemsOf(client, { orderId }) {
    const items = await cancellableItems(client, orderId, { kind: 'donation', terms: TERMS })
    return items.map((item) => ({ ...item, isGift: true }))
  },
  cancel: cancelItemRows,
  shown: (client, orderId) => shownItems(client, orderId, 'donation'),
} as const satisfies SoldKind<WantedDonation, CheckedDonation, undefined, undefined>

function wantedOf({ donationId, donationDetailId, quantity = 1, customAmount = null, dedication }: DonationItem): WantedDonation {
  return { donationId, detailId: donationDetailId, quantity, customAmount, dedication: dedication ?? '' }
}
