import { randomBytes } from 'node:crypto'
import type { Queryable } from '#lib/server/platform/db/connect.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { postCallback } from './sandbox-callback.ts'
import { randomName, type SandboxForm } from './sandbox-form.ts'

/**
 * The sandbox's wallet charges in the form, before the shop knows. The form offers the outcomes: `approved`; `declined`; `stays`: paid, but the browser does
 * not return; `silent`: the same without a callback; `five`: five callbacks at once, before the browser returns.
 */
export const WALLET_OUTCOMES = ['approved', 'declined', 'stays', 'silent', 'five'] as const
export type WalletOutcome = (typeof WALLET_OUTCOMES)[number]

export function isWalletOutcome(text: unknown): text is WalletOutcome {
  return WALLET_OUTCOMES.some((outcome) => outcome === text)
}

/** Charges the wallet, once per form. @returns its paymentIdentifier; undefined if the wallet declined */
export async function payByWallet(form: SandboxForm, outcome: WalletOutcome): Promise<string | undefined> {
  if (outcome === 'declined') return undefined
  const paymentIdentifier = await inTransaction((client) => chargeOnce(client, form))
  const times = outcome === 'silent' ? 0 : outcome === 'five' ? 5 : 1
  if (form.callbackUrl !== '') postCallback(form.callbackUrl, { form: form.formId, amount: form.amount }, times)
  return paymentIdentifier
}

async function chargeOnce(client: Queryable, { formId, amount }: SandboxForm): Promise<string> {
  await client.query('SELECT FROM sandbox_form WHERE form_id = $1 FOR UPDATE', [formId])
  const { rows } = await client.query<{ payment_identifier: string }>(
    `SELECT payment_identifier FROM sandbox_card JOIN sandbox_charge USING (payment_identifier) WHERE form_id = $1 AND outcome = 'charged' LIMIT 1`,
    [formId],
  )
  if (rows[0]) return rows[0].payment_identifier
  const paymentIdentifier = `wal_${randomName()}`
  await client.query(
    `INSERT INTO sandbox_card (payment_identifier, form_id, amount, behaviour, last4, payments, method) VALUES ($1, $2, $3, 'wallet', '', 1, 'wallet')`,
    [paymentIdentifier, formId, amount],
  )
  await client.query(
    `INSERT INTO sandbox_charge (idempotency_key, payment_identifier, amount, outcome, reference) VALUES ($1, $2, $3, 'charged', $4)`,
    [`form:${formId}`, paymentIdentifier, amount, `sbx_${randomBytes(10).toString('hex')}`],
  )
  return paymentIdentifier
}
