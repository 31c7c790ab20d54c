import { database } from '#lib/server/platform/db/connect.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { countCall, isSpent } from '#lib/server/platform/http/limits/limits.ts'
import { providerOf } from '#lib/server/providers/payment/current-provider.ts'
import type { CallbackEvent, CallbackRequest, PaymentProvider } from '#lib/server/providers/payment/payment.ts'
import { wakeReconciler } from '#lib/server/platform/jobs/wake.ts'

/** The longest that a provider waits for our answer, in ms: what is not written by then, the reconciler finds out by itself. */
const PATIENCE = 900

/**
 * A provider's server tells us of a form. It is never believed: it only makes us ask the provider, once an event. Nothing else depends on it.
 * @returns the status of the answer: 204 taken, also again; 202 could not be noted now; 401 not genuine; 404 no such provider or form; 409 it speaks of another
 * amount or currency than the form's; 429 too many that were not genuine.
 */
export async function takeCallback(providerName: string, request: CallbackRequest, caller: string | null): Promise<number> {
  const provider = providerNamed(providerName)
  if (!provider) return 404
  if ((await isSpent('callbackMiss', caller)) !== undefined) return 429
  const status = await withinPatience(() => judge(provider, request))
  if (status === 401 || status === 404) await countCall('callbackMiss', 'caller', caller)
  return status
}

function providerNamed(name: string): PaymentProvider | undefined {
  try {
    return providerOf(name)
  } catch {
    return undefined
  }
}

async function withinPatience(work: () => Promise<number>): Promise<number> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<number>((resolve) => (timer = setTimeout(() => resolve(202), PATIENCE)))
  try {
    return await Promise.race([work(), tooLong])
  } catch (error) {
    log().error({ err: error }, 'a callback of the payment provider could not be noted')
    return 202
  } finally {
    clearTimeout(timer)
  }
}

async function judge(provider: PaymentProvider, request: CallbackRequest): Promise<number> {
  const event = await provider.verifyCallback(request)
  if (!event) return 401
  const { rows } = await database().query<{ form_id: string; amount: number }>({
    name: 'form-of-event',
    text: 'SELECT form_id, amount FROM payment_form WHERE provider = $1 AND provider_form = $2',
    values: [provider.name, event.formName],
  })
  const form = rows[0]
  if (!form) return 404
  if ((event.amount ?? form.amount) !== form.amount || (event.currency ?? 'ILS').toUpperCase() !== 'ILS') return 409
  if (await noteEvent(provider.name, event, form.form_id)) wakeReconciler()
  return 204
}

/** An event that comes again is known and does nothing. */
async function noteEvent(provider: string, { eventId }: CallbackEvent, formId: string): Promise<boolean> {
  const { rowCount } = await database().query({
    name: 'note-event',
    text: `WITH fresh AS (INSERT INTO payment_event (provider, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING event_id)
           UPDATE payment_form SET told_at = now() FROM fresh WHERE form_id = $3 AND state <> 'ordered'`,
    values: [provider, eventId, formId],
  })
  return (rowCount ?? 0) > 0
}
