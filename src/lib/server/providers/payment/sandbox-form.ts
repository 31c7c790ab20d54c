import { randomBytes } from 'node:crypto'
import type { Agorot } from '#lib/domain/money/money.ts'
import { DEFAULT_LOCALE, isLocale, type Locale } from '#lib/text/locales.ts'
import { database } from '#lib/server/platform/db/connect.ts'
import type { FormRequest } from './payment.ts'
import type { AcceptedCard } from './sandbox-fields.ts'

/** The sandbox's own pages: a form for one amount and one visitor, valid for half an hour. */

const FORM_MINUTES = 30

export interface SandboxForm {
  readonly formId: string
  readonly amount: Agorot
  readonly maxPayments: number
  readonly locale: Locale
  readonly returnUrl: string
  /** Empty if no callback is wanted. */
  readonly callbackUrl: string
  /** The payment method that the buyer chose; the form offers the other as well. */
  readonly method: 'card' | 'wallet'
  readonly state: 'open' | 'expired' | 'charged'
}

interface FormRow {
  readonly form_id: string
  readonly amount: number
  readonly max_payments: number
  readonly locale: string
  readonly return_url: string
  readonly callback_url: string
  readonly method: string
  readonly is_expired: boolean
  readonly is_charged: boolean
}

/** @returns the new form's id */
export async function createForm(request: FormRequest): Promise<string> {
  const formId = randomName()
  await database().query({
    name: 'open-sandbox-form',
    text: `INSERT INTO sandbox_form (form_id, uuid, amount, max_payments, locale, return_url, expires_at, callback_url, method)
           VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(mins => $7), $8, $9)`,
    values: [
      ...[formId, request.uuid, request.amount, request.maxPayments, request.locale, request.returnUrl, FORM_MINUTES],
      ...[request.callbackUrl, request.method === 'card' ? 'card' : 'wallet'],
    ],
  })
  return formId
}

export async function formOf(formId: string): Promise<SandboxForm | undefined> {
  const { rows } = await database().query<FormRow>({
    name: 'sandbox-form',
    text: `SELECT form_id, amount, max_payments, locale, return_url, callback_url, method, is_closed OR expires_at <= now() AS is_expired,
             EXISTS (SELECT FROM sandbox_card JOIN sandbox_charge USING (payment_identifier)
                     WHERE sandbox_card.form_id = sandbox_form.form_id AND outcome <> 'declined') AS is_charged
           FROM sandbox_form WHERE form_id = $1`,
    values: [formId],
  })
  return rows[0] && readForm(rows[0])
}

function readForm(row: FormRow): SandboxForm {
  return {
    formId: row.form_id,
    amount: row.amount,
    maxPayments: row.max_payments,
    locale: isLocale(row.locale) ? row.locale : DEFAULT_LOCALE,
    returnUrl: row.return_url,
    callbackUrl: row.callback_url,
    method: row.method === 'wallet' ? 'wallet' : 'card',
    state: row.is_charged ? 'charged' : row.is_expired ? 'expired' : 'open',
  }
}

/**
 * Stores a card that passed the form's checks.
 * @returns its paymentIdentifier, or the name of the challenge to approve first
 */
export async function keepCard(form: SandboxForm, card: AcceptedCard): Promise<{ readonly challenge: boolean; readonly name: string }> {
  const challenge = card.behaviour === 'challenge'
  const name = `${challenge ? 'chl' : 'pay'}_${randomName()}`
  await database().query({
    name: 'keep-sandbox-card',
    text: `INSERT INTO sandbox_card (payment_identifier, form_id, amount, behaviour, last4, payments, challenge_passed)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [name, form.formId, form.amount, card.behaviour, card.last4, card.payments, !challenge],
  })
  return { challenge, name }
}

/** The last digits of the card that waits for a challenge; undefined if no such challenge is open. */
export async function waitingChallenge(formId: string, challenge: string): Promise<{ readonly last4: string } | undefined> {
  const { rows } = await database().query<{ last4: string }>(
    'SELECT last4 FROM sandbox_card WHERE payment_identifier = $1 AND form_id = $2 AND NOT challenge_passed',
    [challenge, formId],
  )
  return rows[0]
}

/** Approves a challenge, once, which gives the card its paymentIdentifier; undefined if no such challenge is open. */
export async function approveChallenge(formId: string, challenge: string): Promise<string | undefined> {
  const identifier = `pay_${randomName()}`
  const { rowCount } = await database().query(
    `UPDATE sandbox_card SET payment_identifier = $3, challenge_passed = true
     WHERE payment_identifier = $1 AND form_id = $2 AND NOT challenge_passed`,
    [challenge, formId, identifier],
  )
  return rowCount === 1 ? identifier : undefined
}

export async function rejectChallenge(formId: string, challenge: string): Promise<void> {
  await database().query('DELETE FROM sandbox_card WHERE payment_identifier = $1 AND form_id = $2 AND NOT challenge_passed', [
    challenge,
    formId,
  ])
}

/** The return address with the paymentIdentifier in its query. */
export function returnAddress(form: SandboxForm, paymentIdentifier: string): string {
  const url = new URL(form.returnUrl)
  url.searchParams.set('paymentIdentifier', paymentIdentifier)
  return url.href
}

/** 192 random bits in letters and digits, so that no name looks like a card number or starts with punctuation. */
export function randomName(): string {
  return randomBytes(24).toString('hex')
}
