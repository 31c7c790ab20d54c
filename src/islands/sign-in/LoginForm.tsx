import { useStore } from '@nanostores/react'
import { useState, type SubmitEvent } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { askForCode, askForLink, signInByPassword, type SignInUse } from '#lib/client/sign-in/sign-in.ts'
import {
  $isBusy,
  $linkSentTo,
  $problem,
  $typed,
  $way,
  chooseWay,
  typeIn,
  type SignInProblem,
  type SignInWay,
} from '#lib/client/sign-in/sign-in-state.ts'
import { Field } from './Field.tsx'
import { LOGIN_TITLES, type Heading } from './heading.ts'
import { LinkSent } from './LinkSent.tsx'
import { OtherWays, type SocialProvider } from './OtherWays.tsx'
import { problemText } from './problem-text.ts'
import { Sign } from './signs.tsx'

interface Props extends SignInUse {
  readonly sendsToAny: boolean
  readonly heading: Heading
  readonly social: readonly SocialProvider[]
  readonly returnTo: string
  readonly onSignedIn: () => void
}

const LEADS: Readonly<Record<SignInWay, string>> = { mobile: 'lead', ssn: 'ssnLead', password: 'passwordLead', link: 'linkLead' }
const ACTIONS: Readonly<Record<SignInWay, string>> = { mobile: 'sendCode', ssn: 'sendCode', password: 'enter', link: 'sendLink' }
/** The field to put right first. */
export const FIRST_FIELDS: Readonly<Record<SignInWay, string>> = { mobile: 'mobileNumber', ssn: 'ssn', password: 'email', link: 'email' }

/** Who are you: a mobile number, or another way. What is typed stays, whichever way is tried next. */
export function LoginForm({ sendsToAny, heading: H, social, returnTo, onSignedIn, isCheckout }: Props) {
  const t = useText()
  const way = useStore($way, { ssr: 'initial' })
  const problem = useStore($problem, { ssr: 'initial' })
  const isBusy = useStore($isBusy, { ssr: 'initial' })
  const linkSentTo = useStore($linkSentTo, { ssr: 'initial' })
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    if (way === 'password' ? await signInByPassword() : null) onSignedIn()
    if (way === 'link') await askForLink()
    if (way === 'mobile' || way === 'ssn') await askForCode({ isCheckout })
    const failed = $problem.get()
    if (failed) document.getElementById(`sign-in-${failed.field ?? FIRST_FIELDS[way]}`)?.focus()
  }
  return (
    <div className="stack lg">
      {way === 'link' && linkSentTo !== null ? (
        <LinkSent address={linkSentTo} heading={H} />
      ) : (
        <>
          <div className="stack sm">
            <H>{t(`signIn.${LOGIN_TITLES[way]}`)}</H>
            <p className="sub">{t(`signIn.${LEADS[way]}`)}</p>
          </div>
          {problem?.field === null && <GeneralProblem problem={problem} />}
          <form className="stack" method="post" noValidate onSubmit={(event) => void submit(event)}>
            <WayFields way={way} sendsToAny={sendsToAny} problem={problem} />
            <Press className="btn primary lg block" type="submit" isOff={isBusy}>
              {t(isBusy ? 'common.working' : `signIn.${ACTIONS[way]}`)}
            </Press>
            {way === 'password' && (
              <button className="btn quiet block" type="button" onClick={() => choose('link')}>
                {t('signIn.forgot')}
              </button>
            )}
          </form>
        </>
      )}
      <OtherWays way={way} social={social} returnTo={returnTo} onChoose={choose} />
    </div>
  )
}

/** Another way in; its first field is where one goes on. */
function choose(way: SignInWay): void {
  chooseWay(way)
  setTimeout(() => document.getElementById(`sign-in-${FIRST_FIELDS[way]}`)?.focus(), 0)
}

function GeneralProblem({ problem }: { readonly problem: SignInProblem }) {
  const t = useText()
  return (
    <p className="note bad" role="alert">
      <Icon name="warning" />
      <span>{problemText(t, problem)}</span>
    </p>
  )
}

function WayFields({
  way,
  sendsToAny,
  problem,
}: {
  readonly way: SignInWay
  readonly sendsToAny: boolean
  readonly problem: SignInProblem | null
}) {
  const t = useText()
  const typed = useStore($typed, { ssr: 'initial' })
  const errorOf = (field: SignInProblem['field']): string | null => (problem?.field === field ? problemText(t, problem) : null)
  if (way === 'mobile')
    return (
      <Field
        id="sign-in-mobileNumber"
        className="big"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        label={t('signIn.mobile')}
        hint={t(sendsToAny ? 'signIn.mobileHintAny' : 'signIn.mobileHint')}
        value={typed.mobileNumber}
        error={errorOf('mobileNumber')}
        onChange={(mobileNumber) => typeIn({ mobileNumber })}
      />
    )
  if (way === 'ssn')
    return (
      <Field
        id="sign-in-ssn"
        className="big"
        inputMode="numeric"
        autoComplete="off"
        maxLength={11}
        label={t('signIn.ssn')}
        hint={t('signIn.ssnHint')}
        value={typed.ssn}
        error={errorOf('ssn')}
        onChange={(ssn) => typeIn({ ssn })}
      />
    )
  return (
    <>
      <Field
        id="sign-in-email"
        type="email"
        inputMode="email"
        autoComplete={way === 'password' ? 'username' : 'email'}
        label={t('signIn.email')}
        value={typed.email}
        error={errorOf('email')}
        onChange={(email) => typeIn({ email })}
      />
      {way === 'password' && <PasswordField value={typed.password} error={errorOf('password')} />}
    </>
  )
}

function PasswordField({ value, error }: { readonly value: string; readonly error: string | null }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  const toggle = (
    <button
      className="btn icon"
      type="button"
      aria-controls="sign-in-password"
      aria-label={t(isShown ? 'signIn.hidePassword' : 'signIn.showPassword')}
      onClick={() => setShown(!isShown)}
    >
      <Sign name={isShown ? 'hidden' : 'eye'} />
    </button>
  )
  return (
    <Field
      id="sign-in-password"
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="off"
      spellCheck={false}
      label={t('signIn.password')}
      value={value}
      error={error}
      aside={toggle}
      onChange={(password) => typeIn({ password })}
    />
  )
}
