import type { DonationItem } from '#lib/server/import/schema/donation-schema.ts'
import type { Sourced } from './read-catalogue.ts'
import { periodOf } from './read-entitlements.ts'
import type { ImportNotes } from './report.ts'

/** A donation with its times as instants (ms since 1970). */
export interface ReadDonation extends Omit<DonationItem, 'opens' | 'closes'> {
  readonly opensAt: number | null
  readonly closesAt: number | null
}

/** With its picture, cleaned. */
export type DrawnDonation = ReadDonation & { readonly imagePicture: string }

/** One that closes before it opens is a problem. */
export function readDonation({ item, place }: Sourced<DonationItem>, today: string, notes: ImportNotes): Sourced<ReadDonation> {
  const { opens, closes, ...rest } = item
  const open = periodOf(['opens', opens], ['closes', closes], { today, place, notes })
  return { item: { ...rest, opensAt: open.startsAt, closesAt: open.endsAt }, place }
}
