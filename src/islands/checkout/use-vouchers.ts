import { useRef, useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import type { Checkout, PayingVoucher } from '#lib/client/checkout/checkout.ts'
import { addVoucher, removeVoucher, VOUCHER_TWICE } from '#lib/client/checkout/checkout-vouchers.ts'
import { $details, askForSsn } from '#lib/client/customer/details.ts'
import { showToast } from '#lib/client/toasts.ts'
import type { OrderForm } from '#lib/domain/customers/order-form.ts'

export interface WithVouchers {
  readonly checkout: Checkout
  readonly form: OrderForm
  readonly onChange: (checkout: Checkout) => void
}

/** Id of the field, which takes the focus when something is wrong with what stands in it. */
export const VOUCHER_FIELD = 'voucher-reference'

/** The voucher field, and what can be done to the vouchers of an order. */
export interface VoucherWork {
  readonly typed: string
  readonly type: (text: string) => void
  readonly busy: boolean
  readonly problem: string
  readonly add: () => Promise<void>
  readonly remove: (voucher: PayingVoucher) => Promise<void>
}

/** One voucher at a time: what each pays depends on those before it. */
export function useVouchers({ checkout, form, onChange }: WithVouchers, onSsnNeeded: () => void): VoucherWork {
  const t = useText()
  const inFlight = useRef(false)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const work = async (ask: () => ReturnType<typeof addVoucher>, done: () => void): Promise<void> => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    setProblem('')
    const answer = await ask()
    inFlight.current = false
    setBusy(false)
    if (answer.ok) {
      onChange(answer.value)
      done()
      return
    }
    setProblem(sentenceOf(t, answer.refusal))
    if (answer.refusal.code === 'invalidSSN') {
      onSsnNeeded()
      askForSsn(form)
    } else document.getElementById(VOUCHER_FIELD)?.focus()
  }
  const add = async (): Promise<void> => {
    if (typed.trim() === '') {
      setProblem(t('checkout.voucherEmpty'))
      document.getElementById(VOUCHER_FIELD)?.focus()
      return
    }
    await work(
      () => addVoucher(checkout, typed.trim(), $details.get().ssn ?? ''),
      () => {
        setTyped('')
        showToast(t('checkout.voucherAdded'), 'ok')
      },
    )
  }
  const remove = (voucher: PayingVoucher): Promise<void> =>
    work(
      () => removeVoucher(checkout, voucher.id),
      () => {
        showToast(t('checkout.voucherRemoved'))
        document.getElementById(VOUCHER_FIELD)?.focus()
      },
    )
  return { typed, type: setTyped, busy, problem, add, remove }
}

/** The server's sentence says why; where there is none, the text of the code does. */
function sentenceOf(t: ReturnType<typeof useText>, { code, message, facts }: CallRefusal): string {
  if (code === VOUCHER_TWICE) return t('checkout.voucherTwice')
  if (code === 'invalidSSN') return t('checkout.voucherNeedsSsn')
  return message || t(`errors.${code}`, facts)
}
