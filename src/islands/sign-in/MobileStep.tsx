import { useStore } from '@nanostores/react'
import { useState, type SubmitEvent } from 'react'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $isBusy, $problem } from '#lib/client/sign-in/sign-in-state.ts'
import { confirmMobile, giveMobile } from '#lib/client/sign-in/sign-in-mobile.ts'
import { formatMobileNumber } from '#lib/domain/customers/mobile-number.ts'
import { ltr } from '#lib/text/isolate.ts'
import { CodeField } from './CodeField.tsx'
import { Field } from './Field.tsx'
import type { Heading } from './heading.ts'
import { problemText } from './problem-text.ts'

/** After a sign-in without a mobile number, where the shop allows to give one then: the number, then its code; or later. */
export function MobileStep({ heading: H, onDone }: { readonly heading: Heading; readonly onDone: () => void }) {
  const t = useText()
  const [mobileNumber, setMobileNumber] = useState('')
  const [code, setCode] = useState('')
  const [isSent, setSent] = useState(false)
  const problem = useStore($problem)
  const isBusy = useStore($isBusy)
  const confirm = async (entered: string): Promise<void> => {
    if (!$isBusy.get() && (await confirmMobile(entered))) onDone()
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isSent) await confirm(code)
    else if (!$isBusy.get()) setSent(await giveMobile(mobileNumber))
  }
  const error = problem && problemText(t, problem)
  return (
    <div className="stack lg">
      <div className="stack sm">
        <H>{t('signIn.giveTitle')}</H>
        <p className="sub">{isSent ? t('signIn.giveSentTo', { target: ltr(formatMobileNumber(mobileNumber)) }) : t('signIn.giveLead')}</p>
      </div>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {isSent ? (
          <CodeField
            id="sign-in-code"
            label={t('signIn.code')}
            value={code}
            error={error}
            isBusy={isBusy}
            onChange={setCode}
            onComplete={(entered) => void confirm(entered)}
          />
        ) : (
          <Field
            id="sign-in-new-mobile"
            className="big"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            // eslint-disable-next-line jsx-a11y-x/no-autofocus -- The step before has gone with its button, and with the focus.
            autoFocus
            label={t('signIn.mobile')}
            value={mobileNumber}
            error={error}
            onChange={setMobileNumber}
          />
        )}
        <Press className="btn primary lg block" type="submit" isOff={isBusy}>
          {t(isBusy ? 'common.working' : isSent ? 'signIn.giveConfirm' : 'signIn.sendCode')}
        </Press>
        <button className="btn quiet block" type="button" onClick={onDone}>
          {t('signIn.giveLater')}
        </button>
      </form>
    </div>
  )
}
