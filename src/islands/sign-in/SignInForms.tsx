import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { followSignIn } from '#lib/client/sign-in/sign-in.ts'
import { mayGiveMobile } from '#lib/client/sign-in/sign-in-mobile.ts'
import { $sent, $step, $way } from '#lib/client/sign-in/sign-in-state.ts'
import './sign-in.css'
import type { Heading } from './heading.ts'
import { LoginForm } from './LoginForm.tsx'
import { MobileStep } from './MobileStep.tsx'
import type { SocialProvider } from './OtherWays.tsx'
import { VerifyForm } from './VerifyForm.tsx'

interface Props {
  /** Signs in for the order only (spec §2: log in for checkout). */
  readonly isCheckout?: boolean
  /** Whether codes are sent to numbers that nobody has booked with. */
  readonly sendsToAny?: boolean
  readonly social?: readonly SocialProvider[]
  readonly returnTo?: string
  readonly heading?: Heading
  readonly onDone: () => void
}

/** Signing in, wherever it is offered: the login form, then the verify form; then, where the shop allows it, a mobile number may be given. */
export function SignInForms({
  isCheckout = false,
  sendsToAny = false,
  social = [],
  returnTo = '/customer',
  heading = 'h1',
  onDone,
}: Props) {
  const step = useStore($step, { ssr: 'initial' })
  const sent = useStore($sent, { ssr: 'initial' })
  useEffect(followSignIn, [])
  const before = useRef(step)
  useEffect(() => {
    // Back from the code, which had the focus: another number is typed where the first one was.
    if (before.current === 'verify' && step === 'login')
      document.getElementById(`sign-in-${$way.get() === 'ssn' ? 'ssn' : 'mobileNumber'}`)?.focus()
    before.current = step
  }, [step])
  const goOn = (): void => {
    if (!isCheckout && mayGiveMobile()) $step.set('mobile')
    else onDone()
  }
  if (step === 'mobile') return <MobileStep heading={heading} onDone={onDone} />
  if (step === 'verify' && sent)
    return <VerifyForm sent={sent} sendsToAny={sendsToAny} heading={heading} isCheckout={isCheckout} onSignedIn={goOn} />
  return (
    <LoginForm sendsToAny={sendsToAny} heading={heading} social={social} returnTo={returnTo} isCheckout={isCheckout} onSignedIn={goOn} />
  )
}
