import type { ReadMembership } from '#lib/server/import/read/read-memberships.ts'
import type { Sourced } from '#lib/server/import/read/read-catalogue.ts'
import { inside, type ImportNotes, type Place } from '#lib/server/import/read/report.ts'

/** Contradictions within one membership: the wrong key, its condition, and the message. */
const CONTRADICTIONS: readonly (readonly [key: keyof ReadMembership, is: (item: ReadMembership) => boolean, sentence: string])[] = [
  ['uses', ({ uses, amount }) => uses != null && amount != null, 'counts entries and money; only one of both is possible'],
  ['amount', ({ amount }) => amount === 0, 'is worth nothing'],
  [
    'validDays',
    ({ validDays, validUntil }) => validDays != null && validUntil !== null,
    'ends by days and by a date; only one is possible',
  ],
  ['tickets', ({ type, tickets }) => type === 'open' && tickets.length === 0, 'an open membership gives tickets'],
  [
    'presentationIds',
    ({ type, presentationIds }) => type === 'open' && presentationIds.length > 0,
    'an open membership has no fixed dates',
  ],
  ['rates', ({ type, rates }) => type === 'open' && rates.length > 0, 'an open membership has no rates of seats'],
  ['skipMemberSeat', ({ type, skipMemberSeat }) => type === 'open' && skipMemberSeat, 'an open membership has no seats to skip'],
  ['exchange', ({ type, exchange }) => type === 'open' && exchange != null, 'an open membership has no evenings to exchange'],
  ['exchange', ({ skipMemberSeat, exchange }) => skipMemberSeat && exchange != null, 'exchanges evenings that have no seats'],
  ['presentationIds', ({ type, presentationIds }) => type !== 'open' && presentationIds.length === 0, 'a series or season has fixed dates'],
  ['tickets', ({ type, tickets }) => type !== 'open' && tickets.length > 0, 'only an open membership gives tickets'],
  ['uses', ({ type, uses, amount }) => type !== 'open' && (uses ?? amount) != null, 'only an open membership has entries or money'],
  ['topup', ({ type, topup }) => type !== 'open' && topup, 'only an open membership is topped up'],
  ['topup', ({ type, topup, uses, amount }) => type === 'open' && topup && (uses ?? amount) == null, 'has nothing that is topped up'],
  ['choice', ({ type, choice }) => type !== 'season' && choice !== null, 'only a season has dates to choose'],
  ['resale', ({ type, resale }) => type === 'open' && resale != null, 'an open membership has no evenings to give back'],
  ['resale', ({ skipMemberSeat, resale }) => skipMemberSeat && resale != null, 'is sold without seats, so no seat is given back'],
  ['seasonId', ({ type, seasonId }) => type === 'season' && seasonId == null, 'a season membership is of a season'],
]

/** Checks all rules that need only the membership itself. */
export function checkOwnTerms({ item, place }: Sourced<ReadMembership>, notes: ImportNotes): void {
  for (const [key, is, sentence] of CONTRADICTIONS) if (is(item)) notes.problem(inside(place, key), sentence)
  const codes = item.prices.map(({ code }) => code)
  checkResaleFee(item, inside(place, 'resale', 'fee'), notes)
  for (const [index, price] of item.prices.entries()) {
    const here = inside(place, 'prices', index)
    if (codes.indexOf(price.code) < index) notes.problem(inside(here, 'code'), `the price "${price.code}" is there already`)
    if (price.code === 'renew') notes.problem(inside(here, 'code'), 'is the address of the page of renewals')
    if (price.ref2prompt && !price.ref1prompt) notes.problem(inside(here, 'ref2prompt'), 'asks for a second reference without a first')
    if (price.referenceCheck !== 'none' && !price.ref1prompt) notes.problem(here, 'checks what is typed, but has no ref1prompt')
    if (price.referenceCheck === 'none' && price.references.length > 0)
      notes.problem(inside(here, 'references'), 'are on a list that referenceCheck does not name')
  }
}

/** Checks that of the cheapest evening something is credited. */
function checkResaleFee({ resale, prices, presentationIds, choice }: ReadMembership, here: Place, notes: ImportNotes): void {
  const evenings = presentationIds.length + (choice?.count ?? 0)
  const least = Math.min(...prices.map(({ price }) => price).filter((price) => price > 0)) / evenings
  if (resale && (least * resale.percent) / 100 <= resale.fee) notes.problem(here, 'leaves nothing to credit of the cheapest evening')
}
