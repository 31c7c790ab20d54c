import { useStore } from '@nanostores/react'
import { useEffect, useState, type SubmitEvent, type ReactNode } from 'react'
import { Icon } from '#islands/icon.tsx'
import { BottomBar } from '#islands/order/BottomBar.tsx'
import { useText } from '#islands/text.tsx'
import { storeNow } from '#lib/client/cart.ts'
import { goToView, keptCartOf, orderFormOf, type Checkout } from '#lib/client/checkout.ts'
import { $details, $problems, checkDetails } from '#lib/client/details.ts'
import type { OrderLines } from '#lib/client/order-lines.ts'
import { begunPayment } from '#lib/client/payment.ts'
import { ORDER_FIELDS } from '#lib/domain/order-form.ts'
import { Consents } from './Consents.tsx'
import { DetailField } from './DetailField.tsx'
import { Vouchers } from './Vouchers.tsx'

interface Props {
  readonly checkout: Checkout
  readonly lines: OrderLines
  readonly termsLink: string
  readonly summary: ReactNode
  readonly onChange: (checkout: Checkout) => void
}

/** Who the tickets are for (spec §5). Nothing that was typed is ever lost. */
export function DetailsForm({ checkout, lines, termsLink, summary, onChange }: Props) {
  const t = useText()
  const form = orderFormOf(checkout, lines)
  const problems = useStore($problems, { ssr: 'initial' })
  const { busy, failure, send } = useSending(checkout)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!checkDetails(form)) focusFirstProblem()
    else void send()
  }
  const action = busy ? t('common.working') : t(checkout.totals.balanceDue === 0 ? 'checkout.toFinish' : 'checkout.toPayment')
  return (
    <>
      <div className="wrap order-grid">
        <form className="stack lg" id="details" noValidate onSubmit={submit}>
          <h1 className="vh">{t('checkout.title')}</h1>
          <section>
            <div className="sec-h">
              <span className="k" aria-hidden="true">
                1
              </span>
              <h2>{t('checkout.forWhom')}</h2>
            </div>
            <p className="meta details-lead">{t('checkout.allRequired')}</p>
            <ResumedNote />
            {problems.length > 0 && <Failure text={t('form.summary')} />}
            {failure !== '' && <Failure text={failure} />}
            <div className="grid2">
              {ORDER_FIELDS.filter((field) => form.fields[field] !== 'left out').map((field) => (
                <DetailField key={field} field={field} form={form} />
              ))}
            </div>
          </section>
          <hr className="hr" />
          <Vouchers checkout={checkout} form={form} onChange={onChange} />
          <hr className="hr" />
          <Consents form={form} termsLink={termsLink} additionalTerms={additionalTermsOf(checkout)} />
          <button className="btn primary lg block hide-m" type="submit" disabled={busy}>
            {action} <Icon name="arrow" />
          </button>
        </form>
        {summary}
      </div>
      <BottomBar what={t('order.toPay')} total={checkout.totals.balanceDue}>
        <button className="btn primary" type="submit" form="details" disabled={busy}>
          {action} <Icon name="arrow" />
        </button>
      </BottomBar>
    </>
  )
}

/** Stores cart and details (the ID number stays in this document), then goes on to the payment. */
function useSending(checkout: Checkout) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async (): Promise<void> => {
    setBusy(true)
    const { ssn: _stays, ...info } = $details.get()
    const stored = await storeNow(keptCartOf(checkout, { customerInfo: info }))
    setBusy(false)
    setFailure(stored.ok ? '' : stored.refusal.message || t('order.offline'))
    if (stored.ok) goToView('payment')
  }
  return { busy, failure, send }
}

function Failure({ text }: { readonly text: string }) {
  return (
    <p className="note bad details-note" role="alert">
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  )
}

/** After a reload in the middle of a payment: why the ID number is asked for again. */
function ResumedNote() {
  const t = useText()
  const [isResumed, setResumed] = useState(false)
  useEffect(() => setResumed(begunPayment() !== null), [])
  if (!isResumed) return null
  return (
    <p className="note acc details-note" role="status">
      <Icon name="lock" />
      <span>{t('checkout.ssnAgain')}</span>
    </p>
  )
}

function additionalTermsOf({ presentations }: Checkout): readonly string[] {
  return [...new Set(presentations.flatMap(({ additionalTerms }) => (additionalTerms === null ? [] : [additionalTerms])))]
}

function focusFirstProblem(): void {
  const [first] = $problems.get()
  if (first) document.getElementById(`field-${first.field}`)?.focus()
}
