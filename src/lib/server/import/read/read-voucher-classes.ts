import type { VoucherClassItem, VoucherSuperClassItem } from '#lib/server/import/schema/voucher-class-schema.ts'
import { dateMoment } from './expand-schedules.ts'
import type { Sourced } from './read-catalogue.ts'
import { periodOf } from './read-entitlements.ts'
import { inside, type DatedReading, type ImportNotes } from './report.ts'

/** A class of vouchers with its times as instants (ms since 1970). */
export interface ReadVoucherClass extends Omit<VoucherClassItem, 'validUntil' | 'saleOpens' | 'saleCloses'> {
  readonly validUntil: number | null
  readonly saleOpensAt: number | null
  readonly saleClosesAt: number | null
}

export interface ReadVoucherSuperClass extends Omit<VoucherSuperClassItem, 'classes'> {
  readonly classes: readonly ReadVoucherClass[]
}

/** Times that contradict each other are problems. */
export function readVoucherSuperClasses(
  items: readonly Sourced<VoucherSuperClassItem>[],
  today: string,
  notes: ImportNotes,
): Sourced<ReadVoucherSuperClass>[] {
  return items.map(({ item, place }) => ({
    item: { ...item, classes: item.classes.map((one, index) => readClass(one, { today, place: inside(place, 'classes', index), notes })) },
    place,
  }))
}

function readClass(item: VoucherClassItem, reading: DatedReading): ReadVoucherClass {
  const { validUntil, saleOpens, saleCloses, ...rest } = item
  const { startsAt, endsAt } = periodOf(['saleOpens', saleOpens], ['saleCloses', saleCloses], reading)
  const until = validUntil ? dateMoment(validUntil, { ...reading, place: inside(reading.place, 'validUntil') }) : undefined
  return { ...rest, validUntil: until ?? null, saleOpensAt: startsAt, saleClosesAt: endsAt }
}
