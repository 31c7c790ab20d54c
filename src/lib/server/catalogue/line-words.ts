import type { Catalogue } from '#lib/domain/catalogue/catalogue.ts'
import { donationName } from '#lib/domain/catalogue/donations.ts'
import { membershipName } from '#lib/domain/catalogue/memberships/memberships.ts'
import { voucherName } from '#lib/domain/catalogue/system-vouchers.ts'
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#lib/text/locales.ts'
import { catalogue } from './catalogue.ts'

/** What a line of an order is of: its kind, which of its kind, and under which of its prices. */
export interface LineSubject {
  readonly kind: string
  readonly id: number
  readonly priceId?: number | null | undefined
}

/** A line with the name that it was sold under. */
export interface NamedLine extends LineSubject {
  readonly name: string
}

/** What a line is called in the language of a catalogue; undefined of what the catalogue does not have. */
export function lineWord(from: Catalogue, line: LineSubject): string | undefined {
  return NAMES[line.kind]?.(from, line)
}

/** Lines of orders in a language, each that is still called as it was sold: what was renamed keeps the name that was paid for. */
export async function linesIn<Line extends NamedLine>(locale: Locale, lines: readonly Line[]): Promise<readonly Line[]> {
  if (locale === DEFAULT_LOCALE || lines.length === 0) return lines
  const [hebrew, worded] = await Promise.all([catalogue(), catalogue(locale)])
  return lines.map((line) => (lineWord(hebrew, line) === line.name ? { ...line, name: lineWord(worded, line) ?? line.name } : line))
}

/** A series or season that pays a seat, by its line of the order. */
export interface SoldSeries extends NamedLine {
  readonly line: number
}

/** What pays seats, each with its line and its name in a language. */
export async function seriesIn<Seat extends { readonly series: SoldSeries | null }>(
  locale: Locale,
  seats: readonly Seat[],
): Promise<readonly (Omit<Seat, 'series'> & { readonly series: Pick<SoldSeries, 'line' | 'name'> | null })[]> {
  const sold = await linesIn(
    locale,
    seats.flatMap(({ series }) => series ?? []),
  )
  const names = new Map(sold.map(({ line, name }) => [line, name]))
  return seats.map((seat) => ({
    ...seat,
    series: seat.series && { line: seat.series.line, name: names.get(seat.series.line) ?? seat.series.name },
  }))
}

/** A prepaid voucher that somebody has: of which class, and its Hebrew name. */
export interface HeldVoucher {
  readonly classId: number | null
  readonly name: string
}

/** Returns a function that names prepaid vouchers in a language; one whose class is no longer sold keeps its stored name. Call it before the transaction. */
export async function voucherNames(): Promise<(locale: Locale, voucher: HeldVoucher) => string> {
  const known = await Promise.all(LOCALES.map(async (locale) => [locale, await catalogue(locale)] as const))
  const inLocales = new Map(known)
  return (locale, { classId, name }) => {
    const own = inLocales.get(DEFAULT_LOCALE)?.voucherClasses.get(classId ?? 0)
    const price = own?.prices.find((one) => voucherName(own, one) === name)
    const worded = inLocales.get(locale)
    return (own && worded && lineWord(worded, { kind: 'voucher', id: own.id, priceId: price?.id })) ?? name
  }
}

type NameOf = (from: Catalogue, line: LineSubject) => string | undefined

const NAMES: Readonly<Record<string, NameOf>> = {
  product: (from, { id }) => from.products.get(id)?.name,
  /** Of a membership that somebody has. */
  member: (from, { id }) => from.memberships.get(id)?.name,
  film: (from, { id }) => from.features.get(from.films.get(id)?.featureId ?? 0)?.name,
  membership: (from, { id, priceId }) => {
    const membership = from.memberships.get(id)
    const price = membership?.prices.find((one) => one.id === priceId)
    return membership && price && membershipName(membership, price)
  },
  voucher: (from, { id, priceId }) => {
    const voucher = from.voucherClasses.get(id)
    const price = voucher?.prices.find((one) => one.id === priceId)
    return voucher && price && voucherName(voucher, price)
  },
  donation: (from, { id, priceId }) => {
    const donation = from.donations.get(id)
    const detail = donation?.details.find((one) => one.id === priceId)
    return donation && detail && donationName(donation, detail)
  },
}
