import { readForm } from '#lib/server/platform/http/answers/read-form.ts'
import { CARD_FIELDS, checkCard, type CardProblems, type TypedCard } from './sandbox-fields.ts'
import { keepCard, type SandboxForm } from './sandbox-form.ts'
import { isWalletOutcome, payByWallet, type WalletOutcome } from './sandbox-wallet.ts'

/** The result of posting the sandbox's form. `framed` is true if the form said that it is in a frame of our own page. */
export type Submission =
  | { readonly kind: 'wrong'; readonly problems: CardProblems; readonly typed: TypedCard; readonly framed: boolean }
  | { readonly kind: 'challenge'; readonly challenge: string; readonly framed: boolean }
  | { readonly kind: 'prepared'; readonly paymentIdentifier: string; readonly framed: boolean }
  /** The wallet declined. */
  | { readonly kind: 'walletDeclined'; readonly framed: boolean }
  /** Paid, and the browser stays here. */
  | { readonly kind: 'stays'; readonly framed: boolean }

export const NOTHING_TYPED: TypedCard = { number: '', expiry: '', cvv: '', holderId: '', holderName: '', payments: '1' }

/** Maximum length of a field; longer input is cut, and so refused by its check. */
const LONGEST = 100

export async function submitCard(form: SandboxForm, request: Request): Promise<Submission> {
  const sent = await readForm(request)
  const framed = isFramed(sent)
  const wallet = sent.get('wallet')
  if (isWalletOutcome(wallet)) return submitWallet(form, wallet, framed)
  const typed = typedCard(sent)
  const check = checkCard(typed, form.maxPayments, Date.now())
  if (!check.ok) return { kind: 'wrong', problems: check.problems, typed: withoutSecrets(typed), framed }
  const kept = await keepCard(form, check.card)
  return kept.challenge ? { kind: 'challenge', challenge: kept.name, framed } : { kind: 'prepared', paymentIdentifier: kept.name, framed }
}

async function submitWallet(form: SandboxForm, outcome: WalletOutcome, framed: boolean): Promise<Submission> {
  const paymentIdentifier = await payByWallet(form, outcome)
  if (paymentIdentifier === undefined) return { kind: 'walletDeclined', framed }
  return outcome === 'stays' || outcome === 'silent' ? { kind: 'stays', framed } : { kind: 'prepared', paymentIdentifier, framed }
}

export function isFramed(sent: FormData): boolean {
  return sent.get('frame') === '1'
}

function typedCard(sent: FormData): TypedCard {
  const entries = CARD_FIELDS.map((field) => [field, textOfField(sent, field)] as const)
  return { ...NOTHING_TYPED, ...Object.fromEntries(entries) }
}

function textOfField(sent: FormData, field: string): string {
  const value = sent.get(field)
  if (typeof value === 'string') return value.slice(0, LONGEST)
  return field === 'payments' ? '1' : ''
}

/** The values that are put back into the page after a mistake: never the card's number or CVV. */
function withoutSecrets(typed: TypedCard): TypedCard {
  return { ...typed, number: '', cvv: '' }
}
