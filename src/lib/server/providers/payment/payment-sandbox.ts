import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { database, type Queryable } from '#lib/server/platform/db/connect.ts'
import { inKeyedTransaction, sendAlong } from '#lib/server/platform/db/transactions.ts'
import { settings } from '#lib/server/platform/config/settings.ts'
import {
  PaymentUnknown,
  type ChargeOutcome,
  type ChargeRequest,
  type FormFate,
  type FormRequest,
  type NeverSeen,
  type OpenedForm,
  type PaymentProvider,
  type PreparedPayment,
} from './payment.ts'
import { readCallback } from './sandbox-callback.ts'
import { failureOf, isBehaviour, type CardBehaviour } from './sandbox-cards.ts'
import { createForm, formOf } from './sandbox-form.ts'
import { findRefund, refund } from './sandbox-refunds.ts'

/** How long the timeout cards keep a caller waiting, in ms. */
const PATIENCE = 2_000
/** Minutes for which a typed card can be charged. */
const CARD_MINUTES = 30

interface CardRow {
  readonly payment_identifier: string
  readonly method: string
  readonly form_id: string
  readonly uuid: string
  readonly amount: number
  readonly behaviour: string
  readonly last4: string
  readonly payments: number
  readonly is_good: boolean
}

interface ChargeRow {
  readonly payment_identifier: string
  readonly amount: number
  readonly outcome: 'charged' | 'declined'
  readonly reference: string
}

/**
 * The built-in payment provider. It simulates a foreign system: only its own files read its tables, and it accepts, declines, fails and stays silent according
 * to its test cards.
 */
export function sandboxPayments(patience: number = PATIENCE): PaymentProvider {
  return {
    name: 'sandbox',
    chargesInForm: (method) => method !== 'card',
    openForm: (request) => reachable(() => openForm(request)),
    inspect: (paymentIdentifier) => reachable(() => inspect(paymentIdentifier)),
    charge: (request) => reachable(() => charge(request, patience)),
    find: (request) => reachable(() => find(request)),
    refund: (request) => reachable(() => refund(request)),
    findRefund: (request) => reachable(() => findRefund(request)),
    findForm: (formName) => reachable(() => findForm(formName)),
    closeForm: (formName) => reachable(() => closeForm(formName)),
    verifyCallback: (request) => Promise.resolve(readCallback(request)),
  }
}

/** A broken database connection leaves the outcome unknown, as with any provider. */
async function reachable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentUnknown) throw error
    throw new PaymentUnknown('The payment sandbox did not answer.', { cause: error })
  }
}

/** Serves the form from the origin of its return address, so that a frame of that origin may show it. */
async function openForm(request: FormRequest): Promise<OpenedForm> {
  const returnUrl = new URL(request.returnUrl, settings().publicOrigin)
  const formName = await createForm({ ...request, returnUrl: returnUrl.href })
  return { url: new URL(`/sandbox/payment/${formName}`, returnUrl).href, formName, isFramed: true }
}

async function inspect(paymentIdentifier: string): Promise<PreparedPayment | undefined> {
  const card = await cardOf(database(), paymentIdentifier)
  return card?.is_good || card?.method === 'wallet' ? preparedOf(card) : undefined
}

function preparedOf(card: CardRow): PreparedPayment {
  return {
    paymentIdentifier: card.payment_identifier,
    formName: card.form_id,
    uuid: card.uuid,
    amount: card.amount,
    numberOfPayments: card.payments,
    last4: card.last4,
    method: card.method === 'wallet' ? 'wallet' : 'card',
    isCharged: card.method === 'wallet',
  }
}

/** The newest payment in the form decides its fate. */
async function findForm(formName: string): Promise<FormFate> {
  const form = await formOf(formName)
  if (!form) return { outcome: 'lapsed' }
  const { rows } = await database().query<{ payment_identifier: string }>(
    `SELECT payment_identifier FROM sandbox_card WHERE form_id = $1 AND challenge_passed ORDER BY method = 'wallet' DESC, created_at DESC LIMIT 1`,
    [formName],
  )
  const card = rows[0] && (await cardOf(database(), rows[0].payment_identifier))
  if (!card) return { outcome: form.state === 'expired' ? 'lapsed' : 'open' }
  return { outcome: card.method === 'wallet' ? 'charged' : 'prepared', payment: preparedOf(card) }
}

async function closeForm(formName: string): Promise<void> {
  await database().query('UPDATE sandbox_form SET is_closed = true WHERE form_id = $1', [formName])
}

async function charge(request: ChargeRequest, patience: number): Promise<ChargeOutcome> {
  const { outcome, silent } = await inKeyedTransaction((client) => decide(client, request))
  if (!silent) return outcome
  await wait(patience)
  throw new PaymentUnknown('The payment sandbox did not answer in time.')
}

interface Decision {
  readonly outcome: ChargeOutcome
  /** Whether the caller gets no answer. */
  readonly silent: boolean
}

/** Charges once per key and card; locks the card's row to serialise callers. */
async function decide(client: Queryable, request: ChargeRequest): Promise<Decision> {
  const [card, known, isCharged] = await Promise.all([
    lockCard(client, request.paymentIdentifier),
    chargeOf(client, request.idempotencyKey),
    isFormCharged(client, request.paymentIdentifier),
  ])
  if (known) return answered(isSameCharge(known, request) ? outcomeOf(known) : { outcome: 'failed' })
  if (card?.method === 'wallet') return answered(await chargedInForm(client, request))
  if (!card?.is_good || card.amount !== request.amount || !isBehaviour(card.behaviour)) return answered({ outcome: 'failed' })
  if (isCharged) return answered(record(client, request, 'declined'))
  return behave(client, request, card.behaviour)
}

/** The finished charge of a wallet, regardless of the key. */
async function chargedInForm(client: Queryable, request: ChargeRequest): Promise<ChargeOutcome> {
  const charged = await chargeOfWallet(client, request.paymentIdentifier)
  return charged?.amount === request.amount ? outcomeOf(charged) : { outcome: 'failed' }
}

function behave(client: Queryable, request: ChargeRequest, behaviour: CardBehaviour): Decision {
  const reason = failureOf(behaviour)
  if (reason) return answered({ outcome: 'failed', reason })
  switch (behaviour) {
    case 'declined':
      return answered(record(client, request, 'declined'))
    case 'timeout_after':
      return { outcome: record(client, request, 'charged'), silent: true }
    case 'timeout_before':
      return { outcome: { outcome: 'failed' }, silent: true }
    default:
      return answered(record(client, request, 'charged'))
  }
}

function answered(outcome: ChargeOutcome): Decision {
  return { outcome, silent: false }
}

async function find({ idempotencyKey, paymentIdentifier }: ChargeRequest): Promise<ChargeOutcome | NeverSeen> {
  const known = (await chargeOf(database(), idempotencyKey)) ?? (await chargeOfWallet(database(), paymentIdentifier))
  return known ? outcomeOf(known) : { outcome: 'none' }
}

const CARD = `SELECT payment_identifier, form_id, uuid, sandbox_card.amount, behaviour, last4, payments, sandbox_card.method,
            sandbox_card.created_at > now() - make_interval(mins => $2) AND NOT is_closed AS is_good
     FROM sandbox_card JOIN sandbox_form USING (form_id)
     WHERE payment_identifier = $1 AND challenge_passed`

async function cardOf(client: Queryable, paymentIdentifier: string) {
  const { rows } = await client.query<CardRow>({ name: 'sandbox-card', text: CARD, values: [paymentIdentifier, CARD_MINUTES] })
  return rows[0]
}

/** What is asked behind it in the transaction is seen as it is when the lock is had. */
async function lockCard(client: Queryable, paymentIdentifier: string) {
  const { rows } = await client.query<CardRow>({
    name: 'sandbox-card-to-charge',
    text: `${CARD} FOR UPDATE OF sandbox_card, sandbox_form`,
    values: [paymentIdentifier, CARD_MINUTES],
  })
  return rows[0]
}

async function chargeOf(client: Queryable, idempotencyKey: string): Promise<ChargeRow | undefined> {
  const { rows } = await client.query<ChargeRow>({
    name: 'sandbox-charge',
    text: 'SELECT payment_identifier, amount, outcome, reference FROM sandbox_charge WHERE idempotency_key = $1',
    values: [idempotencyKey],
  })
  return rows[0]
}

async function chargeOfWallet(client: Queryable, paymentIdentifier: string): Promise<ChargeRow | undefined> {
  const { rows } = await client.query<ChargeRow>(
    `SELECT payment_identifier, c.amount, outcome, reference FROM sandbox_charge c JOIN sandbox_card USING (payment_identifier)
     WHERE payment_identifier = $1 AND method = 'wallet'`,
    [paymentIdentifier],
  )
  return rows[0]
}

/** A form is charged once, however many cards were typed into it. All its charges are asked for: to find one of them PostgreSQL might read those of everybody. */
async function isFormCharged(client: Queryable, paymentIdentifier: string): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'sandbox-form-charged',
    text: `SELECT FROM sandbox_card own JOIN sandbox_card any_card USING (form_id) JOIN sandbox_charge c ON c.payment_identifier = any_card.payment_identifier
           WHERE own.payment_identifier = $1 AND c.outcome <> 'declined'`,
    values: [paymentIdentifier],
  })
  return rowCount !== 0
}

function isSameCharge(known: ChargeRow, request: ChargeRequest): boolean {
  return known.payment_identifier === request.paymentIdentifier && known.amount === request.amount
}

/** A refunded charge still counts as charged; `findRefund` reports the refund. */
function outcomeOf({ outcome, reference }: ChargeRow): ChargeOutcome {
  return { outcome, reference }
}

function record(client: Queryable, request: ChargeRequest, outcome: 'charged' | 'declined'): ChargeOutcome {
  const reference = `sbx_${randomBytes(10).toString('hex')}`
  const recorded = client.query({
    name: 'sandbox-record',
    text: 'INSERT INTO sandbox_charge (idempotency_key, payment_identifier, amount, outcome, reference) VALUES ($1, $2, $3, $4, $5)',
    values: [request.idempotencyKey, request.paymentIdentifier, request.amount, outcome, reference],
  })
  sendAlong(client, recorded)
  return { outcome, reference }
}
