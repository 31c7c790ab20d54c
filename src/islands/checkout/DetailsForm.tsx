import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useRef, useState, type Ref, type SubmitEvent, type ReactNode } from 'react'
import { BusyLabel } from '#islands/ui/BusyLabel.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { BottomBar } from '#islands/order/BottomBar.tsx'
import { useText } from '#islands/ui/text.tsx'
import { storeNow } from '#lib/client/order/cart.ts'
import { commitAsItStands } from '#lib/client/checkout/commit-order.ts'
import { goToView, keptCartOf, orderFormOf, type Checkout } from '#lib/client/checkout/checkout.ts'
import { $details, $problems, checkDetails } from '#lib/client/customer/details.ts'
import type { OrderLines } from '#lib/client/order/order-lines.ts'
import { $payment, begunPayment } from '#lib/client/checkout/payment.ts'
import { ORDER_FIELDS, type OrderForm } from '#lib/domain/customers/order-form.ts'
import { CancellationTermsNote, type CancellationTerms } from './CancellationTerms.tsx'
import { Consents } from './Consents.tsx'
import { DetailField } from './DetailField.tsx'
import { HoldRefused, HoldTerms } from './HoldSeats.tsx'
import { Vouchers } from './Vouchers.tsx'
import { WaitingPanel } from './WaitingPanel.tsx'

interface Props {
  readonly checkout: Checkout
  readonly lines: OrderLines
  readonly termsLink: string
  readonly cancelling: CancellationTerms
  readonly summary: ReactNode
  readonly onChange: (checkout: Checkout) => void
}

/** Who the tickets are for (spec §5). Nothing that was typed is ever lost. */
export function DetailsForm({ checkout, lines, termsLink, cancelling, summary, onChange }: Props) {
  const t = useText()
  const form = orderFormOf(checkout, lines)
  const isHold = checkout.payUntil !== null
  const { busy, failure, send } = useSending(checkout)
  const phase = useStore($payment, { ssr: 'initial' })
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (busy) return
    if (!checkDetails(form)) focusFirstProblem()
    else void send()
  }
  const action = (
    <BusyLabel isBusy={busy}>
      {t(actionOf(checkout))} <Icon name="arrow" />
    </BusyLabel>
  )
  if (isHold && (phase.at === 'committing' || phase.at === 'checking' || phase.at === 'done'))
    return (
      <div className="wrap order-grid">
        <WaitingPanel isChecking={false} isHold />
        {summary}
      </div>
    )
  return (
    <>
      <div className="wrap order-grid">
        <div className="stack lg">
          <h1 className="vh">{t(checkout.payUntil === null ? 'checkout.title' : 'checkout.holdTitle')}</h1>
          {!checkout.isSignedIn && !checkout.isProduced && <SignInPlace />}
          <form className="stack lg" id="details" noValidate onSubmit={submit}>
            <ForWhom form={form} isHold={isHold} failure={failure} />
            <hr className="hr" />
            <Vouchers checkout={checkout} form={form} onChange={onChange} />
            <hr className="hr" />
            <CancellationTermsNote {...cancelling} />
            {!checkout.isProduced && <Consents form={form} termsLink={termsLink} additionalTerms={additionalTermsOf(checkout)} />}
            {checkout.totals.balanceDue > 0 && <HoldTerms payUntil={checkout.payUntil} />}
            {isHold && phase.at === 'refused' && (
              <HoldRefused phase={phase} checkout={checkout} again={() => void send()} onChange={onChange} />
            )}
            <button className="btn primary lg block hide-m" type="submit" aria-disabled={busy} aria-busy={busy}>
              {action}
            </button>
          </form>
        </div>
        {summary}
      </div>
      <BottomBar what={t(isHold ? 'order.toPayLater' : 'order.toPay')} total={checkout.totals.balanceDue}>
        <button className="btn primary" type="submit" form="details" aria-disabled={busy} aria-busy={busy}>
          {action}
        </button>
      </BottomBar>
    </>
  )
}

interface ForWhomProps {
  readonly form: OrderForm
  readonly isHold: boolean
  /** '' where the last press did not fail. */
  readonly failure: string
}

function ForWhom({ form, isHold, failure }: ForWhomProps) {
  const t = useText()
  const problems = useStore($problems, { ssr: 'initial' })
  return (
    <section>
      <div className="sec-h">
        <span className="k" aria-hidden="true">
          1
        </span>
        <h2>{t(isHold ? 'checkout.forWhomHeld' : 'checkout.forWhom')}</h2>
      </div>
      <p className="meta details-lead">{t('checkout.allRequired')}</p>
      <ResumedNote />
      {problems.length > 0 && <Failure text={t('form.summary')} />}
      {failure !== '' && <SendFailure text={failure} />}
      <div className="grid2">
        {ORDER_FIELDS.filter((field) => form.fields[field] !== 'left out').map((field) => (
          <DetailField key={field} field={field} form={form} />
        ))}
      </div>
    </section>
  )
}

/** Where vouchers pay all there is nothing to hold for. */
function actionOf({ payUntil, totals }: Checkout): string {
  if (payUntil !== null) return totals.balanceDue === 0 ? 'checkout.finishFree' : 'checkout.holdSeats'
  return totals.balanceDue === 0 ? 'checkout.toFinish' : 'checkout.toPayment'
}

/** Stores cart and details (the ID number stays in this document), then goes on to the payment, or holds the seats without one. */
function useSending(checkout: Checkout) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async (): Promise<void> => {
    setBusy(true)
    setFailure('')
    const { ssn: _stays, ...info } = $details.get()
    const stored = await storeNow(keptCartOf(checkout, { customerInfo: info }))
    setBusy(false)
    setFailure(stored.ok ? '' : stored.refusal.message || t('order.offline'))
    if (!stored.ok) return
    if (checkout.payUntil === null) goToView('payment')
    else commitAsItStands(t('errors.VOUCHER_NO_AMOUNT'))
  }
  return { busy, failure, send }
}

const SignInOffer = lazy(() => import('#islands/sign-in/SignInOffer.tsx'))

/** Whoever has been here before need not type it all again. It stands above the form of the order, since it holds a form itself. */
function SignInPlace() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const button = (
    <button className="btn ghost sm" type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
      {t('checkout.signInOffer')}
    </button>
  )
  return (
    <div>
      {isOpen ? (
        <Suspense fallback={button}>
          <SignInOffer />
        </Suspense>
      ) : (
        button
      )}
    </div>
  )
}

/** Stands above all fields, far from the button: the view and the focus go there. */
function SendFailure({ text }: { readonly text: string }) {
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    note.current?.focus({ preventScroll: true })
    note.current?.scrollIntoView({ block: 'center' })
  }, [])
  return <Failure ref={note} text={text} />
}

function Failure({ text, ref }: { readonly text: string; readonly ref?: Ref<HTMLParagraphElement> }) {
  return (
    <p ref={ref} className="note bad details-note" role="alert" tabIndex={-1}>
      <Icon name="warning" />
      <span>{text}</span>
    </p>
  )
}

/** After a reload in the middle of a payment: why the ID number is asked for again. */
function ResumedNote() {
  const t = useText()
  const [isResumed, setResumed] = useState(false)
  // eslint-disable-next-line react-hooks/set-state-in-effect -- The server's drawing does not know what the browser remembers.
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
