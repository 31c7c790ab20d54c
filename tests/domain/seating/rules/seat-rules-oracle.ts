import type { SelectionRules } from '#lib/domain/seating/rules/seat-choice.ts'

/** A place of one row: a free, m chosen, h or t gone, . no seat; one feature code or 0. */
export interface Place {
  readonly state: string
  readonly feature: number
}

/** Finds the first rule that the chosen places of a row break, slowly: by trying every other choice. */
export function problemByHand(row: readonly Place[], rules: SelectionRules): string | null {
  if (chosenOf(row).some((at) => sofaOf(row, at).some((part) => row[part]?.state !== 'm'))) return 'SEATS_NOT_WHOLE'
  if (chosenOf(row).some((at) => isBlocked(row, at, rules))) return 'SEAT_BLOCKED'
  if (rules.keepOneFree && chosenOf(row).some((at) => isBesideGone(row, at))) return 'KEEP_ONE_FREE'
  if (rules.loneSeats !== 'allowed' && newlyLone(row, rules).some((at) => rules.loneSeats === 'never' || hasBetter(row, at, rules)))
    return 'LONE_SEAT'
  const count = (feature: number) => chosenOf(row).filter((at) => row[at]?.feature === feature).length
  return rules.companionNeedsWheelchair && count(11) > count(10) ? 'COMPANION_ALONE' : null
}

function chosenOf(row: readonly Place[]): number[] {
  return [...row.keys()].filter((at) => row[at]?.state === 'm')
}

function stateAt(row: readonly Place[], at: number): string {
  return row[at]?.state ?? '.'
}

function isBesideGone(row: readonly Place[], at: number): boolean {
  return [at - 1, at + 1].some((beside) => 'ht'.includes(stateAt(row, beside)))
}

function isBlocked(row: readonly Place[], at: number, { seatingPolicyId }: SelectionRules): boolean {
  return seatingPolicyId === 3 && ![31, 32, 33].includes(row[at]?.feature ?? 0) && isBesideGone(row, at)
}

/** Cuts a run of sofa seats into pairs from the left; an odd last seat joins the pair before it. */
function sofaOf(row: readonly Place[], at: number): number[] {
  const isSofa = (place: number) => stateAt(row, place) !== '.' && [1, 4].includes(row[place]?.feature ?? 0)
  if (!isSofa(at)) return [at]
  let [first, last] = [at, at]
  while (isSofa(first - 1)) first--
  while (isSofa(last + 1)) last++
  const sofas: number[][] = []
  for (let place = first; place <= last; place += 2) sofas.push(place + 1 <= last ? [place, place + 1] : [place])
  const single = sofas.length > 1 && sofas.at(-1)?.length === 1 ? sofas.pop() : undefined
  sofas.at(-1)?.push(...(single ?? []))
  return sofas.find((sofa) => sofa.includes(at)) ?? [at]
}

function isAlone(row: readonly Place[], at: number): boolean {
  return stateAt(row, at) === 'a' && stateAt(row, at - 1) !== 'a' && stateAt(row, at + 1) !== 'a'
}

/** Is lone now, was not lone with nothing chosen, and has no excuse. */
function newlyLone(row: readonly Place[], rules: SelectionRules): number[] {
  const before = row.map((place) => (place.state === 'm' ? { ...place, state: 'a' } : place))
  return [...row.keys()].filter((at) => {
    const isExcused =
      [1, 4, 10, 11].includes(row[at]?.feature ?? 0) || isBlocked(row, at, rules) || (rules.keepOneFree && isBesideGone(row, at))
    return isAlone(row, at) && !isAlone(before, at) && !isExcused
  })
}

/** Asks whether as many other seats of the same run would break no rule and leave no lone seat. */
function hasBetter(row: readonly Place[], lone: number, rules: SelectionRules): boolean {
  let [first, last] = [lone, lone]
  while ('am'.includes(stateAt(row, first - 1))) first--
  while ('am'.includes(stateAt(row, last + 1))) last++
  const own = chosenOf(row).filter((at) => at >= first && at <= last)
  if (last - first + 1 - own.length === 1) return false
  return [...row.keys()].some((start) => {
    const end = start + own.length - 1
    if (start < first || end > last) return false
    const other = row.map((place, at) => (at < first || at > last ? place : { ...place, state: at >= start && at <= end ? 'm' : 'a' }))
    const kinds = (places: readonly number[]) =>
      places
        .map((at) => row[at]?.feature ?? 0)
        .filter((feature) => [10, 11].includes(feature))
        .sort()
        .join()
    const moved = chosenOf(other).filter((at) => at >= first && at <= last)
    if (kinds(moved) !== kinds(own)) return false
    const breaks = moved.some(
      (at) =>
        sofaOf(other, at).some((part) => other[part]?.state !== 'm') ||
        isBlocked(other, at, rules) ||
        (rules.keepOneFree && isBesideGone(other, at)),
    )
    return !breaks && newlyLone(other, rules).every((at) => at < first || at > last)
  })
}
