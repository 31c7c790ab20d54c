import { passesLuhn } from '#lib/domain/payments/card-number.ts'
import type { ChargeFailure } from './payment.ts'

/** The sandbox's test cards. A number is used while its form is posted and never stored; only its behaviour and last four digits are kept. */

/** `fails:…`: surely not charged, for that reason. `timeout_…`: no answer, before or after charging. `wallet`: charged in the form. */
export type CardBehaviour =
  | 'accepted'
  | 'declined'
  | 'challenge'
  | 'failed'
  | 'timeout_after'
  | 'timeout_before'
  | 'wallet'
  | `fails:${Exclude<ChargeFailure, 'provider'>}`

const TEST_CARDS: Readonly<Record<string, CardBehaviour>> = {
  '4580000000000000': 'accepted',
  '4580000000000018': 'declined',
  '4580000000000026': 'challenge',
  '4580000000000034': 'failed',
  '4580000000000042': 'timeout_after',
  '4580000000000059': 'timeout_before',
  '4580000000000067': 'fails:form',
  '4580000000000075': 'fails:unprocessable',
  '4580000000000083': 'fails:noResponse',
  '4580000000000091': 'fails:error',
  '4580000000000109': 'fails:unexpected',
  // Test numbers published by card schemes.
  '4111111111111111': 'accepted',
  '4242424242424242': 'accepted',
  '5555555555554444': 'accepted',
  '4000000000000002': 'declined',
}

/** The reason why a charge with this behaviour fails; undefined if it does not. */
export function failureOf(behaviour: CardBehaviour): ChargeFailure | undefined {
  if (behaviour === 'failed') return 'provider'
  const [kind, reason] = behaviour.split(':')
  return kind === 'fails' ? (reason as ChargeFailure) : undefined
}

/** The behaviour of a test card; undefined for every other number, so that a real card never gets through. */
export function behaviourOf(number: string): CardBehaviour | undefined {
  return TEST_CARDS[number]
}

export function isBehaviour(text: string): text is CardBehaviour {
  return text === 'wallet' || (Object.values(TEST_CARDS) as readonly string[]).includes(text)
}

/** 12 to 19 digits whose Luhn sum is a multiple of ten. */
export function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && passesLuhn(digits)
}
