import type { Catalogue, Presentation } from '#lib/domain/catalogue/catalogue.ts'
import { supplementOf } from '#lib/domain/catalogue/memberships/enrolment-price.ts'
import { byStart, presentationsOf } from '#lib/domain/catalogue/presentations-of.ts'
import type { EveningWorth, GivenEvening } from '#lib/domain/entitlements/grant.ts'
import type { Agorot } from '#lib/domain/money/money.ts'
import { changeRefusal, mayExchangeFor, type ChangeTime } from '#lib/domain/orders/change-rules.ts'
import { eveningRefusal, ordinaryPriceAt, standInsOf } from '#lib/domain/orders/evening-rules.ts'
import type { RefusalCode } from '#lib/domain/refusal.ts'
import type { BoughtLine } from './ticket-change-rows.ts'

/** A ticket, as far as it matters whose terms it is exchanged by. */
interface Exchanged {
  readonly presentationId: number
  readonly evening: { readonly membershipId: number } | null
}

/** Why a ticket is not exchanged: by the terms of its presentation, or of the membership whose evening it is. */
export function changeRefusalOf(from: Catalogue, { presentationId, evening }: Exchanged, time: ChangeTime): RefusalCode | undefined {
  const presentation = from.presentations.get(presentationId)
  return evening ? eveningRefusal(from.memberships.get(evening.membershipId), presentation, time.now) : changeRefusal([presentation], time)
}

/** The evenings of memberships among tickets that are given back. */
export function givenEvenings(from: Catalogue, tickets: readonly BoughtLine[], now: number): GivenEvening[] {
  return tickets.flatMap(({ evening, boughtEvening, presentationId, paid }) => {
    const presentation = from.presentations.get(presentationId)
    const first = from.presentations.get(boughtEvening?.presentationId ?? 0)
    const membership = from.memberships.get(evening?.membershipId ?? 0)
    if (!evening || !boughtEvening || !presentation || !first || !membership) return []
    const worthOf = (shown: Presentation, category: string | null): EveningWorth => ({
      seatplanId: shown.seatplanId,
      category,
      supplement: supplementOf(membership, { presentationId: shown.id }),
      worth: ordinaryPriceAt(from, shown, category),
    })
    const bought = worthOf(first, boughtEvening.category)
    return [
      {
        orderId: evening.orderId,
        line: evening.line,
        paid,
        now: { presentationId, category: evening.category },
        bought: { ...(bought.worth > 0 ? bought : lessPaid(worthOf(presentation, evening.category), paid)), seat: boughtEvening.seat },
        standIns: standInsOf({ evening: presentation, membership }, from, now),
      },
    ]
  })
}

/** What an evening is taken to be bought with if an import has left no plan or price of that: the seat that it has, less what was paid for it beside the membership. */
function lessPaid(has: EveningWorth, paid: Agorot): EveningWorth {
  return { ...has, supplement: has.supplement - paid, worth: has.worth - paid }
}

/** The presentations that tickets may be exchanged for, in the order of the catalogue: of the same feature, or by the terms of their membership. */
export function showingsInExchange(from: Catalogue, tickets: readonly BoughtLine[], now: number): Presentation[] {
  const evenings = givenEvenings(from, tickets, now)
  const single = [...new Set(tickets.filter(({ evening }) => !evening).map(({ presentationId }) => presentationId))]
  const bought = single.flatMap((id) => from.presentations.get(id) ?? [])
  const ofFeature = bought.flatMap((old) =>
    presentationsOf(from, old.featureId).filter((one) => !one.isOnlyInSites && mayExchangeFor(old, one, now)),
  )
  const inPlace = evenings.flatMap(({ standIns }) => [...standIns.keys()].flatMap((id) => from.presentations.get(id) ?? []))
  return [...new Set([...ofFeature, ...inPlace])].toSorted(byStart)
}
