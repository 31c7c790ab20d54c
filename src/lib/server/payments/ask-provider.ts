import { log } from '#lib/server/platform/log/log.ts'
import { providerOf } from '#lib/server/providers/payment/current-provider.ts'
import { PaymentUnknown, type PaymentProvider } from '#lib/server/providers/payment/payment.ts'

/** The longest that a call of a provider may take, in ms, where it names no other time; after it the answer counts as unknown. */
const PATIENCE = 15_000

/** What a provider, or the one of that name, answers; 'unknown' where it does not in time, breaks, or is not set up any more. */
export async function askOrUnknown<T>(
  asked: PaymentProvider | string,
  ask: (provider: PaymentProvider) => Promise<T>,
): Promise<T | 'unknown'> {
  let timer: NodeJS.Timeout | undefined
  try {
    const provider = typeof asked === 'string' ? providerOf(asked) : asked
    const tooLong = new Promise<'unknown'>((resolve) => (timer = setTimeout(() => resolve('unknown'), provider.patience ?? PATIENCE)))
    return await Promise.race([ask(provider), tooLong])
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) log().error({ err: error }, 'payment provider')
    return 'unknown'
  } finally {
    clearTimeout(timer)
  }
}
