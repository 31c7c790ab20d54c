import { takeCallback } from '#lib/server/payments/payment-callback.ts'
import { untilThere } from '#tests/support/until.ts'

/** Tells the shop as a provider does: again, as long as it could not note it now, which on a machine that stalls may be so. @returns the status of its answer */
export function tellShop(...told: Parameters<typeof takeCallback>): Promise<number> {
  return untilThere(async () => {
    const status = await takeCallback(...told)
    return status === 202 ? undefined : status
  }, 'an answer to the callback')
}
