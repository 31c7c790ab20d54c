import { database } from '#lib/server/platform/db/connect.ts'
import { isUuid } from '#lib/server/platform/secrets/identifiers.ts'
import { openBody } from '#lib/server/payments/payment-form-body.ts'
import { decryptText } from '#lib/server/platform/secrets/secrets.ts'

interface Kept {
  /** Of the customer who is signed in. */
  readonly own: Buffer | null
  readonly ssn: Buffer | null
  readonly body: Buffer | null
}

/**
 * The ID number of the customer who is signed in, or the one that the visitor has given before: it is never sent back to a browser, so one that comes back from the provider's page does not know it any more.
 * @param paymentIdentifier of the payment that the visitor came back with: what its form was opened with comes first.
 */
export async function keptSsnOf(uuid: string, paymentIdentifier: string | null = null): Promise<string | undefined> {
  const { rows } = await database().query<Kept>({
    name: 'kept-ssn',
    text: `SELECT s.ssn_encrypted AS ssn, c.ssn_encrypted AS own, (
             SELECT body FROM payment_form WHERE holder = $1 AND (provider_form = $2 OR form_id = $3::uuid) AND body IS NOT NULL LIMIT 1) AS body
           FROM session s LEFT JOIN customer c ON c.customer_id = s.customer_id AND is_signed_in(s) WHERE s.uuid = $1`,
    values: [uuid, paymentIdentifier, paymentIdentifier !== null && isUuid(paymentIdentifier) ? paymentIdentifier : null],
  })
  const { ssn = null, own = null, body = null } = rows[0] ?? {}
  const kept = own ?? ssn
  return (body && openBody(body).customer.ssn) || (kept ? decryptText(kept) : undefined)
}

/** The ID number of the customer who is signed in, or that was given for this cart, as far as a page may show it: its last three digits; null if there is none. */
export async function maskedSsnOf(uuid: string): Promise<string | null> {
  const { rows } = await database().query<{ ssn: Buffer | null }>({
    name: 'shown-ssn',
    text: `SELECT coalesce(c.ssn_encrypted, CASE WHEN s.ssn_cart_id = s.cart_id THEN s.ssn_encrypted END) AS ssn
           FROM session s LEFT JOIN customer c ON is_signed_in(s) AND c.customer_id = s.customer_id WHERE s.uuid = $1`,
    values: [uuid],
  })
  const ssn = rows[0]?.ssn
  return ssn ? `••••••${decryptText(ssn).slice(-3)}` : null
}
