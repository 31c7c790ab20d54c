import { settings } from '#lib/server/settings.ts'
import type { PaymentProvider } from './payment.ts'
import { sandboxPayments } from './payment-sandbox.ts'

const PROVIDERS: Readonly<Record<ReturnType<typeof settings>['paymentProvider'], PaymentProvider>> = {
  sandbox: sandboxPayments(),
}

/** The provider that PAYMENT_PROVIDER names. */
export function paymentProvider(): PaymentProvider {
  return PROVIDERS[settings().paymentProvider]
}
