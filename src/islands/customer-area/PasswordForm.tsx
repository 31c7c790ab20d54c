import { useState, type SubmitEvent } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { savePassword } from '#lib/client/customer/customer-account.ts'
import { AgainNote } from './AgainNote.tsx'
import { refusalText } from './refusal-text.ts'
import { Said, SaidWell } from './Said.tsx'
import './area.css'

interface Props {
  readonly hasPassword: boolean
  /** The proved address that the password goes with; '' where there is none. */
  readonly email: string
  readonly isFresh: boolean
}

const LEAST = 10

/** A password for signing in by e-mail. */
export function PasswordForm({ texts, locale, ...props }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Form {...props} />
    </TextProvider>
  )
}

function Form({ hasPassword, email, isFresh }: Props) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [refusal, setRefusal] = useState<CallRefusal | null>(null)
  const [isSaved, setSaved] = useState(false)
  if (email === '') return <p className="sub">{t('area.passwordNeedsEmail')}</p>
  const save = async (): Promise<void> => {
    setBusy(true)
    const answer = await savePassword(typed)
    setBusy(false)
    setRefusal(answer)
    setSaved(answer === null)
    if (answer === null) setTyped('')
    setError(answer?.code === 'PASSWORD_TOO_WEAK' ? refusalText(t, answer) : '')
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    setSaved(false)
    setRefusal(null)
    if (typed.length < LEAST) return setError(t('area.passwordShort'))
    if (!isBusy) void save()
  }
  const mustProve = !isFresh || refusal?.code === 'SIGN_IN_AGAIN'
  return (
    <>
      <p className="sub">{t(hasPassword || isSaved ? 'area.passwordHas' : 'area.passwordNone')}</p>
      <SaidWell>{isSaved && <Said kind="ok">{t('area.passwordSaved')}</Said>}</SaidWell>
      {mustProve ? (
        <AgainNote part="password" takesFocus={isFresh} />
      ) : (
        <form className="stack password-row" noValidate onSubmit={submit}>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField typed={typed} error={error} onType={setTyped} />
          {refusal && error === '' && <Said kind="bad">{refusalText(t, refusal)}</Said>}
          <p className="scripted">
            <button className="btn ghost" type="submit" aria-disabled={isBusy}>
              {isBusy ? t('common.working') : t('area.passwordSave')}
            </button>
          </p>
        </form>
      )}
    </>
  )
}

interface FieldProps {
  readonly typed: string
  /** '' where nothing is wrong with it. */
  readonly error: string
  readonly onType: (typed: string) => void
}

function PasswordField({ typed, error, onType }: FieldProps) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  return (
    <>
      <div className={`field ${error === '' ? '' : 'err'}`}>
        <label htmlFor="new-password">{t('area.passwordNew')}</label>
        <input
          className="inp ltr"
          id="new-password"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          dir="ltr"
          maxLength={200}
          value={typed}
          aria-invalid={error === '' ? undefined : true}
          aria-describedby={error === '' ? 'new-password-hint' : 'new-password-problem new-password-hint'}
          onChange={(event) => onType(event.target.value)}
        />
        <p className="hint" id="new-password-hint">
          {t('area.passwordHint')}
        </p>
        {error !== '' && (
          <p className="msg" id="new-password-problem" role="alert">
            <Icon name="warning" size="sm" />
            {error}
          </p>
        )}
      </div>
      <label className="check">
        <input type="checkbox" checked={isShown} onChange={(event) => setShown(event.target.checked)} />
        <span>{t('area.passwordShow')}</span>
      </label>
    </>
  )
}
