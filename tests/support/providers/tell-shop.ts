import { takeCallback } from '#lib/server/payments/payment-callback.ts'
import { untilThere } from '#tests/support/until.ts'

/** Calls the shop's callback as a provider does, and retries while the shop cannot store it, as on a slow machine. @returns the status of its answer */
export function tellShop(...told: Parameters<typeof takeCallback>): Promise<number> {
  return untilThere(async () => {
    const status = await takeCallback(...told)
    return status === 202 ? undefined : status
  }, 'an answer to the callback')
}
