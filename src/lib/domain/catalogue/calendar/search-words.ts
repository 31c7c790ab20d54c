import { bareSpelling } from './search-text.ts'

/** How well a stored word answers a typed one; a lower number is better. */
export const FIT = { whole: 0, start: 1, within: 2, spelling: 3, near: 4 } as const
export type Fit = (typeof FIT)[keyof typeof FIT]

/** Minimum length at which one letter may be missing, extra, wrong or swapped: shorter words would become other words. */
const SHORTEST_NEAR = 4
const SHORTEST_BARE = 3

/** How a stored word fits a typed one, which may be only its beginning; undefined if it does not. Both are normalised by `searchable`. @param worst that is looked for */
export function fitOf(typed: string, word: string, worst: Fit = FIT.near): Fit | undefined {
  if (word === typed) return FIT.whole
  if (word.startsWith(typed)) return FIT.start
  if (word.includes(typed)) return FIT.within
  if (isSpeltAlike(typed, word)) return FIT.spelling
  return worst === FIT.near && isNear(typed, word) ? FIT.near : undefined
}

/** Whether the words, or a beginning, differ only in doubled or omitted ו and י. Two letters are too few to tell. */
function isSpeltAlike(typed: string, word: string): boolean {
  // The first letter always counts, and most words begin with another.
  const [one, other] = [bareSpelling(typed), bareSpelling(word)]
  if (one.length < SHORTEST_BARE) return one === other && typed.length !== word.length && isWithin(typed, word)
  return other.startsWith(one)
}

/** Whether one of two words is the other with letters left out. */
function isWithin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

/** Whether one letter is missing, extra, wrong or swapped with its neighbour, in the whole word or in its beginning. */
function isNear(typed: string, word: string): boolean {
  if (typed.length < SHORTEST_NEAR || word.length < typed.length - 1) return false
  return [-1, 0, 1].some((more) => isOneLetterOff(typed, word.slice(0, typed.length + more)))
}

export function isOneLetterOff(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  const [rest, others] = [one.slice(start), other.slice(start)]
  return (
    rest.slice(1) === others.slice(1) ||
    rest.slice(1) === others ||
    rest === others.slice(1) ||
    (rest.length > 1 && rest[0] === others[1] && rest[1] === others[0] && rest.slice(2) === others.slice(2))
  )
}

/** How alike two words are, from 0 to 1, by the pairs of letters that they share. */
export function likeness(one: string, other: string): number {
  const [first, second] = [pairsOf(one), pairsOf(other)]
  const shared = [...first].filter((pair) => second.has(pair)).length
  return (2 * shared) / (first.size + second.size)
}

function pairsOf(text: string): ReadonlySet<string> {
  const padded = ` ${text} `
  return new Set(Array.from({ length: padded.length - 1 }, (_pair, at) => padded.slice(at, at + 2)))
}
