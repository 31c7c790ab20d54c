import { useStore } from '@nanostores/react'
import { useEffect, useState, type SubmitEvent } from 'react'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { askAgain, askByEmail, changeTarget, enterCode, type SignInUse } from '#lib/client/sign-in/sign-in.ts'
import { $isBusy, $problem, type SentCode } from '#lib/client/sign-in/sign-in-state.ts'
import { formatMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { ltr } from '#lib/text/isolate.ts'
import { CodeField } from './CodeField.tsx'
import { Countdown } from './Countdown.tsx'
import { problemText } from './problem-text.ts'
import type { Heading } from './heading.ts'

interface Props extends SignInUse {
  readonly sent: SentCode
  readonly sendsToAny: boolean
  readonly heading: Heading
  readonly onSignedIn: () => void
}

/** So often a code may be entered wrongly; then not even the right one counts. */
const CODE_TRIES = 5

/** Where the code is entered (spec §2): by itself once six digits are there. */
export function VerifyForm({ sent, sendsToAny, heading: H, onSignedIn, isCheckout }: Props) {
  const t = useText()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(0)
  const problem = useStore($problem)
  const isBusy = useStore($isBusy)
  const [entered, setEntered] = useState(sent)
  if (sent !== entered) {
    setEntered(sent)
    setCode('')
    setWrong(0)
  }
  useEffect(() => {
    // A further code was asked for by a button that cannot be pressed now, or is gone: the field is where one goes on.
    document.getElementById('sign-in-code')?.focus()
  }, [sent])
  const enter = async (entered: string): Promise<void> => {
    if ($isBusy.get()) return
    if (await enterCode(entered)) onSignedIn()
    else if ($problem.get()?.code === 'INVALID_SMS_CODE') setWrong((count) => count + 1)
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void enter(code)
  }
  return (
    <div className="stack lg">
      <div className="stack sm">
        <H>{t('signIn.verifyTitle')}</H>
        <p className="sub">
          <SentTo sent={sent} sendsToAny={sendsToAny} />{' '}
          <button className="inline-link link-btn" type="button" onClick={changeTarget}>
            {t('signIn.changeNumber')}
          </button>
        </p>
      </div>
      <form className="stack" noValidate onSubmit={submit}>
        <CodeField
          id="sign-in-code"
          label={t('signIn.code')}
          value={code}
          error={wrong >= CODE_TRIES ? t('signIn.codeSpent') : problem && problemText(t, problem)}
          isBusy={isBusy}
          onChange={setCode}
          onComplete={(entered) => void enter(entered)}
        />
        <Press className="btn primary lg block" type="submit" isOff={isBusy}>
          {t(isBusy ? 'common.working' : 'signIn.enter')}
        </Press>
      </form>
      <Countdown sent={sent} isBusy={isBusy} onAgain={() => void askAgain({ isCheckout })} onMail={() => void askByEmail({ isCheckout })} />
    </div>
  )
}

function SentTo({ sent: { channel, way, target }, sendsToAny }: Pick<Props, 'sent' | 'sendsToAny'>) {
  const t = useText()
  if (channel === 'email') return t('signIn.sentToMail')
  if (way === 'ssn') return t('signIn.sentToSsn')
  return t(sendsToAny ? 'signIn.sentToAny' : 'signIn.sentTo', { target: ltr(formatMobileNumber(target)) })
}
