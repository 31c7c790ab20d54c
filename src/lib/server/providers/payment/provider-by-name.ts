import { settings } from '#lib/server/platform/config/settings.ts'
import type { PaymentProvider } from './payment.ts'
import { cardcomPayments } from './payment-cardcom.ts'
import { sandboxPayments } from './payment-sandbox.ts'
import { stripePayments } from './payment-stripe.ts'

const providers = new Map<string, PaymentProvider>()

/** The provider for new payments, from PAYMENT_PROVIDER. */
export function paymentProvider(): PaymentProvider {
  const name = settings().paymentProvider
  const provider = paymentProviderNamed(name)
  if (!provider) throw new Error(`The payment provider ${name} is not set up.`)
  return provider
}

/** A configured provider, selected or not: earlier payments still belong to it. */
export function paymentProviderNamed(name: string): PaymentProvider | undefined {
  const provider = providers.get(name) ?? newProvider(name)
  if (provider) providers.set(name, provider)
  return provider
}

function newProvider(name: string): PaymentProvider | undefined {
  const { stripe, cardcom } = settings()
  if (name === 'stripe') return stripe && stripePayments(stripe)
  if (name === 'cardcom') return cardcom && cardcomPayments(cardcom)
  return name === 'sandbox' ? sandboxPayments() : undefined
}
