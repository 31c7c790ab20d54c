import { database } from './db/connect.ts'
import { isUuid } from './order-answers.ts'
import { openBody } from './payment-form-body.ts'
import { decryptText } from './secrets.ts'

interface Kept {
  readonly ssn: Buffer | null
  readonly body: Buffer | null
}

/**
 * The ID number that a visitor has given before: it is never sent back to a browser, so one that comes back from the provider's page does not know it any more.
 * @param paymentIdentifier of the payment that the visitor came back with: what its form was opened with comes first.
 */
export async function keptSsnOf(uuid: string, paymentIdentifier: string | null = null): Promise<string | undefined> {
  const { rows } = await database().query<Kept>({
    name: 'kept-ssn',
    text: `SELECT ssn_encrypted AS ssn, (
             SELECT body FROM payment_form WHERE holder = $1 AND (provider_form = $2 OR form_id = $3::uuid) AND body IS NOT NULL LIMIT 1) AS body
           FROM session WHERE uuid = $1`,
    values: [uuid, paymentIdentifier, paymentIdentifier !== null && isUuid(paymentIdentifier) ? paymentIdentifier : null],
  })
  const { ssn = null, body = null } = rows[0] ?? {}
  return (body && openBody(body).customer.ssn) || (ssn ? decryptText(ssn) : undefined)
}
