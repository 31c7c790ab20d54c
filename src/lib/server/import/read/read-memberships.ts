import { referenceName } from '#lib/domain/cart/check-seat.ts'
import { membershipLookupsOf } from '#lib/server/entitlements/entitlement-lookup.ts'
import type { MembershipItem, SeasonItem } from '#lib/server/import/schema/membership-schema.ts'
import type { Sourced } from './read-catalogue.ts'
import { periodOf } from './read-entitlements.ts'
import { inside, type ImportNotes } from './report.ts'

export interface ReadSeason extends Pick<SeasonItem, 'id' | 'name' | 'words'> {
  readonly startsAt: number
  readonly endsAt: number
}

type Moments = 'validFrom' | 'validUntil' | 'saleOpens' | 'saleCloses' | 'renewal' | 'prices' | 'choice'

/** A keyed hash of what is typed, and the same under earlier secrets. */
interface Reference {
  readonly lookup: string
  readonly earlier: readonly string[]
  readonly quantity: number | null
}

type Price = Omit<MembershipItem['prices'][number], 'references'> & {
  readonly references: readonly Reference[]
}

/** A membership with its times as instants (ms since 1970), and its references as keyed hashes. */
export interface ReadMembership extends Omit<MembershipItem, Moments> {
  readonly validFrom: number | null
  readonly validUntil: number | null
  readonly saleOpensAt: number | null
  readonly saleClosesAt: number | null
  readonly renewal: { readonly previousId: number; readonly from: number | null; readonly until: number } | null
  readonly choice: {
    readonly count: number
    readonly options: readonly { readonly presentationId: number; readonly supplement: number }[]
  } | null
  readonly prices: readonly Price[]
}

/** A season that ends before it starts is a problem. */
export function readSeasons(seasons: readonly Sourced<SeasonItem>[], today: string, notes: ImportNotes): Sourced<ReadSeason>[] {
  return seasons.flatMap(({ item: { id, name, starts, ends, words }, place }) => {
    const { startsAt, endsAt } = periodOf(['starts', starts], ['ends', ends], { today, place, notes })
    return startsAt === null || endsAt === null ? [] : [{ item: { id, name, startsAt, endsAt, words }, place }]
  })
}

/** Times that contradict each other and references that are listed twice are problems. */
export function readMemberships(items: readonly Sourced<MembershipItem>[], today: string, notes: ImportNotes): Sourced<ReadMembership>[] {
  return items.map(({ item, place }) => {
    const { validFrom, validUntil, saleOpens, saleCloses, renewal, choice, prices, ...rest } = item
    const valid = periodOf(['validFrom', validFrom], ['validUntil', validUntil], { today, place, notes })
    const sale = periodOf(['saleOpens', saleOpens], ['saleCloses', saleCloses], { today, place, notes })
    const renewing = periodOf(['from', renewal?.from], ['until', renewal?.until], { today, place: inside(place, 'renewal'), notes })
    return {
      item: {
        ...rest,
        validFrom: valid.startsAt,
        validUntil: valid.endsAt,
        saleOpensAt: sale.startsAt,
        saleClosesAt: sale.endsAt,
        renewal:
          renewal && renewing.endsAt !== null ? { previousId: renewal.previousId, from: renewing.startsAt, until: renewing.endsAt } : null,
        choice: choice ? { count: choice.count, options: choice.options.map(optionOf) } : null,
        prices: prices.map((price, index) => readPrice({ item: price, place: inside(place, 'prices', index) }, notes)),
      },
      place,
    }
  })
}

type Option = NonNullable<MembershipItem['choice']>['options'][number]

function optionOf(option: Option): { readonly presentationId: number; readonly supplement: number } {
  return typeof option === 'number' ? { presentationId: option, supplement: 0 } : option
}

function readPrice({ item, place }: Sourced<MembershipItem['prices'][number]>, notes: ImportNotes): Price {
  const first = new Set<string>()
  const references = item.references.map(({ reference1, reference2, quantity }, index) => {
    const [lookup, ...earlier] = membershipLookupsOf(referenceName(item.id, { ref1: reference1, ref2: reference2 }))
    if (first.has(lookup)) notes.problem(inside(place, 'references', index), 'says the same reference as another before it')
    first.add(lookup)
    return { lookup, earlier, quantity }
  })
  return { ...item, references }
}
