import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { database, inTransaction, type Queryable } from '#lib/server/db/connect.ts'
import { settings } from '#lib/server/settings.ts'
import { PaymentUnknown, type ChargeOutcome, type FormRequest, type PaymentProvider, type PreparedPayment } from './payment.ts'
import { isBehaviour, type CardBehaviour } from './sandbox-cards.ts'
import { createForm } from './sandbox-form.ts'

/** How long the timeout cards let a caller wait before it gives up, in ms. */
const PATIENCE = 2_000
/** How long a card that was typed stays good for a charge. */
const CARD_MINUTES = 30

type ChargeRequest = Parameters<PaymentProvider['charge']>[0]
type RefundRequest = Parameters<PaymentProvider['refund']>[0]

interface CardRow {
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
  readonly outcome: 'charged' | 'declined' | 'refunded'
  readonly reference: string
}

/**
 * The built-in payment provider. It stands for a foreign system: its tables are read by its own files only, and it answers, declines, fails and
 * stays silent as its test cards say.
 */
export function sandboxPayments(patience: number = PATIENCE): PaymentProvider {
  return {
    name: 'sandbox',
    openForm,
    inspect,
    charge: (request) => reachable(() => charge(request, patience)),
    find: (idempotencyKey) => reachable(() => find(idempotencyKey)),
    refund: (request) => reachable(() => refund(request)),
  }
}

/** A broken connection leaves open what became of the call, as it would with any provider. */
async function reachable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof PaymentUnknown) throw error
    throw new PaymentUnknown('The payment sandbox did not answer.', { cause: error })
  }
}

/** The form stands on the origin that it returns to, so that a frame of that origin may show it. */
async function openForm(request: FormRequest): Promise<{ url: string }> {
  const returnUrl = new URL(request.returnUrl, settings().publicOrigin)
  const formId = await createForm({ ...request, returnUrl: returnUrl.href })
  return { url: new URL(`/sandbox/payment/${formId}`, returnUrl).href }
}

async function inspect(paymentIdentifier: string): Promise<PreparedPayment | undefined> {
  const card = await cardOf(database(), paymentIdentifier)
  return card?.is_good ? { uuid: card.uuid, amount: card.amount, numberOfPayments: card.payments, last4: card.last4 } : undefined
}

async function charge(request: ChargeRequest, patience: number): Promise<ChargeOutcome> {
  const { outcome, silent } = await inTransaction((client) => decide(client, request))
  if (!silent) return outcome
  await wait(patience)
  throw new PaymentUnknown('The payment sandbox did not answer in time.')
}

interface Decision {
  readonly outcome: ChargeOutcome
  /** True where the caller is not to hear of it. */
  readonly silent: boolean
}

/** One charge per key and per card; the card's row is locked, so that two callers come one after the other. */
async function decide(client: Queryable, request: ChargeRequest): Promise<Decision> {
  const card = await cardOf(client, request.paymentIdentifier, 'FOR UPDATE OF sandbox_card, sandbox_form')
  const known = await chargeOf(client, request.idempotencyKey)
  if (known) return spoken(isSameCharge(known, request) ? outcomeOf(known) : { outcome: 'failed' })
  if (!card?.is_good || card.amount !== request.amount || !isBehaviour(card.behaviour)) return spoken({ outcome: 'failed' })
  if (await isFormCharged(client, card.form_id)) return spoken(await record(client, request, 'declined'))
  return behave(client, request, card.behaviour)
}

async function behave(client: Queryable, request: ChargeRequest, behaviour: CardBehaviour): Promise<Decision> {
  switch (behaviour) {
    case 'accepted':
    case 'challenge':
      return spoken(await record(client, request, 'charged'))
    case 'declined':
      return spoken(await record(client, request, 'declined'))
    case 'failed':
      return spoken({ outcome: 'failed' })
    case 'timeout_after':
      return { outcome: await record(client, request, 'charged'), silent: true }
    case 'timeout_before':
      return { outcome: { outcome: 'failed' }, silent: true }
  }
}

function spoken(outcome: ChargeOutcome): Decision {
  return { outcome, silent: false }
}

async function find(idempotencyKey: string): Promise<ChargeOutcome | { outcome: 'none' }> {
  const known = await chargeOf(database(), idempotencyKey)
  return known ? outcomeOf(known) : { outcome: 'none' }
}

/** Asked again it answers the same and gives nothing back twice. */
async function refund(request: RefundRequest): Promise<{ outcome: 'refunded' | 'failed' }> {
  const { rowCount } = await database().query(
    `UPDATE sandbox_charge SET outcome = 'refunded' WHERE idempotency_key = $1 AND amount = $2 AND outcome IN ('charged', 'refunded')`,
    [request.idempotencyKey, request.amount],
  )
  return { outcome: rowCount === 1 ? 'refunded' : 'failed' }
}

async function cardOf(client: Queryable, paymentIdentifier: string, lock: '' | 'FOR UPDATE OF sandbox_card, sandbox_form' = '') {
  const { rows } = await client.query<CardRow>(
    `SELECT form_id, uuid, sandbox_card.amount, behaviour, last4, payments,
            sandbox_card.created_at > now() - make_interval(mins => $2) AS is_good
     FROM sandbox_card JOIN sandbox_form USING (form_id)
     WHERE payment_identifier = $1 AND challenge_passed ${lock}`,
    [paymentIdentifier, CARD_MINUTES],
  )
  return rows[0]
}

async function chargeOf(client: Queryable, idempotencyKey: string): Promise<ChargeRow | undefined> {
  const { rows } = await client.query<ChargeRow>(
    'SELECT payment_identifier, amount, outcome, reference FROM sandbox_charge WHERE idempotency_key = $1',
    [idempotencyKey],
  )
  return rows[0]
}

/** A form takes money once, however many cards were typed into it. */
async function isFormCharged(client: Queryable, formId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM sandbox_charge JOIN sandbox_card USING (payment_identifier) WHERE form_id = $1 AND outcome <> 'declined' LIMIT 1`,
    [formId],
  )
  return rowCount !== 0
}

function isSameCharge(known: ChargeRow, request: ChargeRequest): boolean {
  return known.payment_identifier === request.paymentIdentifier && known.amount === request.amount
}

/** A charge that was given back later was a charge: refunds are asked for by `refund`. */
function outcomeOf(known: ChargeRow): ChargeOutcome {
  return { outcome: known.outcome === 'declined' ? 'declined' : 'charged', reference: known.reference }
}

async function record(client: Queryable, request: ChargeRequest, outcome: 'charged' | 'declined'): Promise<ChargeOutcome> {
  const reference = `sbx_${randomBytes(10).toString('hex')}`
  await client.query(
    'INSERT INTO sandbox_charge (idempotency_key, payment_identifier, amount, outcome, reference) VALUES ($1, $2, $3, $4, $5)',
    [request.idempotencyKey, request.paymentIdentifier, request.amount, outcome, reference],
  )
  return { outcome, reference }
}
