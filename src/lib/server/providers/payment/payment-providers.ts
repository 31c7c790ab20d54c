import { PaymentUnknown, type PaymentProvider } from './payment.ts'
import { paymentProvider, paymentProviderNamed } from './payments-by-name.ts'

let replacement: PaymentProvider | undefined

/** The provider that new payments go to. */
export function currentProvider(): PaymentProvider {
  return replacement ?? paymentProvider()
}

/** The provider with which a payment was begun, also after another one was chosen for new ones. @throws {PaymentUnknown} where it is not set up any more. */
export function providerOf(name: string): PaymentProvider {
  const current = currentProvider()
  if (current.name === name) return current
  const earlier = paymentProviderNamed(name)
  if (earlier) return earlier
  throw new PaymentUnknown(`The payment provider ${name} is not set up.`)
}

/** Puts another provider in the place of the chosen one, for trials with one that fails as it is told; undefined ends that. */
export function replaceProvider(provider: PaymentProvider | undefined): void {
  replacement = provider
}
