import { cardDigits } from '#lib/domain/payments/card-number.ts'
import { isPersonName } from '#lib/domain/customers/form-rules.ts'
import { normaliseIsraeliId } from '#lib/domain/customers/israeli-id.ts'
import { datePartsOf } from '#lib/text/format-date.ts'
import { behaviourOf, isCardNumber, type CardBehaviour } from './sandbox-cards.ts'

/** The fields of the sandbox's form, in page order; focus goes to the first invalid one. */
export const CARD_FIELDS = ['number', 'expiry', 'cvv', 'holderName', 'holderId', 'payments'] as const
export type CardField = (typeof CARD_FIELDS)[number]
export type TypedCard = Readonly<Record<CardField, string>>

/** Key of the `sandbox` text for each invalid field. */
export type CardProblems = Readonly<Partial<Record<CardField, string>>>

export interface AcceptedCard {
  readonly behaviour: CardBehaviour
  readonly last4: string
  readonly payments: number
}

export type CardCheck = { readonly ok: true; readonly card: AcceptedCard } | { readonly ok: false; readonly problems: CardProblems }

/**
 * Checks the typed form fields.
 * @param now the instant (ms) to compare the expiry with, in Asia/Jerusalem
 */
export function checkCard(typed: TypedCard, maxPayments: number, now: number): CardCheck {
  const found = CARD_FIELDS.map((field) => [field, PROBLEM_OF[field](typed[field].trim(), { maxPayments, now })] as const)
  const problems = Object.fromEntries(found.filter(([, problem]) => problem !== undefined))
  const digits = cardDigits(typed.number)
  const behaviour = behaviourOf(digits)
  if (Object.keys(problems).length > 0 || behaviour === undefined) return { ok: false, problems }
  return { ok: true, card: { behaviour, last4: digits.slice(-4), payments: Number(typed.payments) } }
}

interface CheckedAgainst {
  readonly maxPayments: number
  readonly now: number
}

/** What is wrong with the text of each field, without the blanks around it. */
const PROBLEM_OF: Readonly<Record<CardField, (text: string, against: CheckedAgainst) => string | undefined>> = {
  number: problemOfNumber,
  expiry: (text, { now }) => problemOfExpiry(text, now),
  cvv: (text) => {
    if (text === '') return 'cvvMissing'
    return /^\d{3,4}$/.test(text) ? undefined : 'cvvWrong'
  },
  holderName: (text) => {
    if (text === '') return 'holderNameMissing'
    return isPersonName(text) && [...text].length >= 2 && [...text].length <= 60 ? undefined : 'holderNameWrong'
  },
  holderId: (text) => {
    if (text === '') return 'holderIdMissing'
    return normaliseIsraeliId(text) === undefined ? 'holderIdWrong' : undefined
  },
  payments: (text, { maxPayments }) =>
    /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= maxPayments ? undefined : 'paymentsWrong',
}

function problemOfNumber(text: string): string | undefined {
  const digits = cardDigits(text)
  if (digits === '') return 'numberMissing'
  if (!isCardNumber(digits)) return 'numberWrong'
  return behaviourOf(digits) === undefined ? 'numberNotTest' : undefined
}

/** MM/YY; a card is valid until the end of its month. */
function problemOfExpiry(text: string, now: number): string | undefined {
  if (text === '') return 'expiryMissing'
  const read = /^(0[1-9]|1[0-2])\s?\/\s?(\d{2})$/.exec(text)
  if (!read) return 'expiryWrong'
  const { year, month } = datePartsOf(now)
  const ends = (2000 + Number(read[2])) * 12 + Number(read[1])
  if (ends < year * 12 + month) return 'expiryPast'
  return ends > (year + 20) * 12 + month ? 'expiryWrong' : undefined
}
