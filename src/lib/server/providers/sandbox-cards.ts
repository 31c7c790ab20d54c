import { passesLuhn } from '#lib/domain/card-number.ts'

/** The sandbox's test cards. A number is looked at while its form is posted and never kept; what stays is its behaviour and its last four digits. */

export type CardBehaviour = 'accepted' | 'declined' | 'challenge' | 'failed' | 'timeout_after' | 'timeout_before'

const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4580000000000000': 'accepted',
  '4580000000000018': 'declined',
  '4580000000000026': 'challenge',
  '4580000000000034': 'failed',
  '4580000000000042': 'timeout_after',
  '4580000000000059': 'timeout_before',
  // Numbers that card schemes publish for tests.
  '4111111111111111': 'accepted',
  '4242424242424242': 'accepted',
  '5555555555554444': 'accepted',
  '4000000000000002': 'declined',
}

/** What a card does; undefined for every number that is no test card, so that a real card never gets through. */
export function behaviourOf(number: string): CardBehaviour | undefined {
  return TEST_CARDS[number]
}

export function isBehaviour(text: string): text is CardBehaviour {
  return (Object.values(TEST_CARDS) as readonly string[]).includes(text)
}

/** 12 to 19 digits whose Luhn sum is a multiple of ten. */
export function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits)
}
