import { Icon } from '#islands/ui/icon.tsx'
import { useLocale, useText } from '#islands/ui/text.tsx'
import type { Checkout } from '#lib/client/checkout/checkout.ts'
import type { PaymentPhase } from '#lib/client/checkout/payment-phase.ts'
import { formatLongDate, formatTime } from '#lib/text/format-date.ts'
import { ltr } from '#lib/text/isolate.ts'
import { RefusedPanel } from './Refusals.tsx'
import { RefusalNote } from './RefusalNote.tsx'

/** That nothing is charged now, and until when the seats are to be paid. */
export function HoldTerms({ payUntil }: { readonly payUntil: number | null }) {
  const t = useText()
  const locale = useLocale()
  if (payUntil === null) return null
  return (
    <p className="note acc">
      <Icon name="clock" />
      <span>{t('checkout.holdTerms', { date: formatLongDate(payUntil, locale), time: ltr(formatTime(payUntil)) })}</span>
    </p>
  )
}

interface RefusedProps {
  readonly phase: PaymentPhase & { readonly at: 'refused' }
  readonly checkout: Checkout
  readonly again: () => void
  readonly onChange: (checkout: Checkout) => void
}

/** Why the seats could not be held, where the button stands; what is to be put right in the form is put right there. */
export function HoldRefused({ phase: { refusal, way }, checkout, again, onChange }: RefusedProps) {
  if (way === 'details') return <RefusalNote refusal={refusal} way={way} />
  return <RefusedPanel refusal={refusal} way={way} checkout={checkout} open={again} onReprice={onChange} />
}
