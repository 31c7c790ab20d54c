import { PaymentUnknown, type PaymentProvider } from './payment.ts'
import { paymentProvider, paymentProviderNamed } from './provider-by-name.ts'

let replacement: PaymentProvider | undefined

/** The provider for new payments. */
export function currentProvider(): PaymentProvider {
  return replacement ?? paymentProvider()
}

/** The provider that a payment was started with, even if another one is selected now. @throws {PaymentUnknown} if it is no longer configured */
export function providerOf(name: string): PaymentProvider {
  const current = currentProvider()
  if (current.name === name) return current
  const earlier = paymentProviderNamed(name)
  if (earlier) return earlier
  throw new PaymentUnknown(`The payment provider ${name} is not set up.`)
}

/** Replaces the selected provider, for tests with failing ones; undefined restores it. */
export function replaceProvider(provider: PaymentProvider | undefined): void {
  replacement = provider
}
