import type { BodyOf } from '#lib/contract/endpoint.ts'
import type { setConsents } from '#lib/contract/area/customers.ts'
import { audit } from '#lib/server/platform/db/audit.ts'
import type { DetailsCaller } from './customer-details.ts'
import { inTransaction } from '#lib/server/platform/db/transactions.ts'
import { logSecurity } from '#lib/server/customers/session/security-log.ts'

/** Saves a customer's marketing consents; omitted ones stay unchanged. Both names of a consent carry one value (decision). */
export async function saveConsents({ visitor, customer, caller }: DetailsCaller, consents: BodyOf<typeof setConsents>): Promise<void> {
  const { customerId } = customer
  const { IsSMSAllowed, IsEmailAllowed, IsMailingAllowed } = consents
  await inTransaction(async (client) => {
    await client.query({
      name: 'save-consents',
      text: `UPDATE customer SET allows_sms = coalesce($2, allows_sms), allows_email = coalesce($3, allows_email),
               allows_mailing = coalesce($4, allows_mailing), updated_at = now() WHERE customer_id = $1`,
      values: [customerId, IsSMSAllowed ?? null, IsEmailAllowed ?? null, IsMailingAllowed ?? null],
    })
    await logSecurity(client, { action: 'consents changed', customerId, uuid: visitor.uuid, caller, facts: { ...consents } })
    await audit(client, { action: 'consents changed', subject: String(customerId), uuid: visitor.uuid, facts: { ...consents } })
  })
}
