import { useEffect, useRef, useState } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $checkout, checkoutLines, orderFormOf } from '#lib/client/checkout/checkout.ts'
import { $customer } from '#lib/client/customer/customer.ts'
import { fillDetails } from '#lib/client/customer/customer-details.ts'
import { leaveVerify } from '#lib/client/sign-in/sign-in.ts'
import { SignInForms } from './SignInForms.tsx'

/** Signing in within the checkout, for the order only: it fills what is still empty in the details, and the page stays. */
export default function SignInOffer() {
  const t = useText()
  const [isDone, setDone] = useState(false)
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that opened this is gone, and later the form is: the focus goes on with what comes in their place.
    if (isDone) note.current?.focus()
    else document.getElementById('sign-in-mobileNumber')?.focus()
  }, [isDone])
  const finish = (): void => {
    leaveVerify()
    fillFromCustomer()
    setDone(true)
  }
  if (isDone)
    return (
      <p className="note ok" role="status" tabIndex={-1} ref={note}>
        <Icon name="tick" />
        <span>{t('signIn.offerDone')}</span>
      </p>
    )
  return (
    <section className="card sign-in-offer" aria-label={t('signIn.offerTitle')}>
      <SignInForms isCheckout heading="h3" returnTo="/booking/checkout" onDone={finish} />
    </section>
  )
}

function fillFromCustomer(): void {
  const [checkout, customer] = [$checkout.get(), $customer.get()]
  if (checkout && customer) fillDetails(customer.info, orderFormOf(checkout, checkoutLines(checkout)))
}
