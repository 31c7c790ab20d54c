import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { InputHTMLAttributes } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $checkout, type Checkout } from '#lib/client/checkout/checkout.ts'
import { $details, $problems, changeDetail } from '#lib/client/customer/details.ts'
import type { OrderField, OrderForm } from '#lib/domain/customers/order-form.ts'
import { dayOf } from '#lib/domain/time/days.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Translate } from '#lib/text/translate.ts'

type Attributes = InputHTMLAttributes<HTMLInputElement>

/** How each field is typed; numbers and addresses of the net run left to right. */
const ATTRIBUTES: Readonly<Record<OrderField, Attributes>> = {
  firstName: { autoComplete: 'given-name' },
  lastName: { autoComplete: 'family-name' },
  mobileNumber: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', dir: 'ltr' },
  verifyMobileNumber: { type: 'tel', autoComplete: 'off', inputMode: 'tel', dir: 'ltr' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', dir: 'ltr' },
  ssn: { inputMode: 'numeric', autoComplete: 'off', dir: 'ltr', maxLength: 11 },
  address1: { autoComplete: 'address-line1' },
  address2: { autoComplete: 'address-line2' },
  city: { autoComplete: 'address-level2' },
  postalCode: { inputMode: 'numeric', autoComplete: 'postal-code', dir: 'ltr' },
  dateOfBirth: { type: 'date', autoComplete: 'bday', dir: 'ltr' },
  location: {},
}

const HINTS: Partial<Readonly<Record<OrderField, string>>> = {
  mobileNumber: 'checkout.mobileHint',
  ssn: 'checkout.ssnHint',
  dateOfBirth: 'checkout.dateOfBirthHint',
}

/** An ID number that is on file need not be typed; who holds seats without paying gets a reminder, and no tickets yet. */
function hintOf(t: Translate, field: OrderField, checkout: Checkout | null): string | undefined {
  const kept = checkout?.keptSsn ?? null
  if (field === 'ssn' && kept !== null) return t('checkout.ssnKept', { ssn: ltr(kept) })
  if (field === 'mobileNumber' && checkout?.payUntil != null) return t('checkout.mobileHintHeld')
  return HINTS[field] && t(HINTS[field])
}

export function DetailField({ field, form }: { readonly field: OrderField; readonly form: OrderForm }) {
  const t = useText()
  const text = useStore($details, { ssr: 'initial' })[field] ?? ''
  const problem = useStore($problems, { ssr: 'initial' }).find((one) => one.field === field)
  const label = t(`form.label.${field}`)
  const id = `field-${field}`
  const checkout = useStore($checkout, { ssr: 'initial' })
  const hint = hintOf(t, field, checkout)
  const isOptional = form.fields[field] === 'included' && field !== 'verifyMobileNumber'
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const { dir, ...attributes } = ATTRIBUTES[field]
  const [today] = useState(() => dayOf(Date.now()))
  const bounds = field === 'dateOfBirth' ? { min: '1900-01-01', max: today } : {}
  return (
    <div className={`field ${problem ? 'err' : ''}`}>
      <label htmlFor={id}>
        {label} {isOptional && <span className="meta">{t('form.optional')}</span>}
      </label>
      <input
        {...attributes}
        {...bounds}
        className={`inp ${dir === 'ltr' ? 'ltr' : ''}`}
        id={id}
        name={field}
        value={text}
        aria-required={!isOptional}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => changeDetail({ [field]: event.target.value }, form)}
      />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="msg" id={`${id}-problem`}>
          <Icon name="warning" size="sm" />
          {t(`form.${problem.rule}`, { field: label, ...problem.values })}
        </p>
      )}
    </div>
  )
}
