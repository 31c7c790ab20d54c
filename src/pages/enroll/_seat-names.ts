import { nameIn } from '#lib/domain/catalogue/plan-words.ts'
import type { PlanSeat } from '#lib/domain/seating/plan/seatplan.ts'
import { planOf, seatKey, type LoadedPlan } from '#lib/server/catalogue/seatplans.ts'
import { placesOf } from '#lib/text/place-text.ts'
import type { Locale } from '#lib/text/locales.ts'
import type { Translate } from '#lib/text/translate.ts'
import type { WalkedSeries } from './_walk.ts'
import type { Item } from './_seat-step.ts'

/** The names of the seats that each series of a walk has, by membership. */
export async function seatNamesOf(walk: readonly WalkedSeries[], t: Translate, locale: Locale): Promise<ReadonlyMap<number, string>> {
  const named = await Promise.all(walk.map(async ({ membership, items }) => [membership.id, await placesText(items, t, locale)] as const))
  return new Map(named)
}

/** "אולם מרכז · שורה 9 · מושבים 16, 17" */
export async function placesText(items: readonly Pick<Item, 'seat'>[], t: Translate, locale: Locale): Promise<string> {
  const places = await Promise.all(items.map(({ seat }) => placeOf(seat, locale)))
  return placesOf({ tickets: places.flatMap((place) => place ?? []) }, t).join('; ')
}

/** The same of seats of a plan. */
export function placesIn(
  { words, sectionsById }: LoadedPlan,
  seats: readonly PlanSeat[],
  { t, locale }: { readonly t: Translate; readonly locale: Locale },
): string {
  const tickets = seats.map(({ sectionId, rowName, seatName }) => ({
    sectionName: nameIn(words?.[locale], sectionsById.get(sectionId)?.name ?? ''),
    rowName,
    seatName,
  }))
  return placesOf({ tickets }, t).join('; ')
}

async function placeOf(seat: Item['seat'], locale: Locale) {
  const plan = seat && (await planOf(seat.VenueSeatplanId))
  const found = plan?.seatsByAddress.get(seatKey(seat?.VenueSectionId ?? 0, seat?.XCoordinate ?? 0, seat?.YCoordinate ?? 0))
  const section = found && plan?.sectionsById.get(found.sectionId)
  return section && { sectionName: nameIn(plan?.words?.[locale], section.name), rowName: found.rowName, seatName: found.seatName }
}
