import { useSyncExternalStore } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import type { SocialProvider } from './OtherWays.tsx'
import { SignInForms } from './SignInForms.tsx'

interface Props {
  /** Why one signs in here, in words. */
  readonly reason: string
  /** 'noMembership': signed in already, without an active membership. */
  readonly state?: 'signIn' | 'noMembership'
  /** Where the same seats are bought by paying. */
  readonly buyHref?: string
  readonly sendsToAny?: boolean
  readonly social?: readonly SocialProvider[]
}

/** Before an order that holds seats without paying (spec §4): it needs a login and an active membership. */
export function SignInGate({ texts, locale, ...props }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <section className="sign-in-gate stack lg">
        {props.state === 'noMembership' ? <NoMembership {...props} /> : <Gate {...props} />}
      </section>
    </TextProvider>
  )
}

const never = () => () => undefined
const addressHere = () => location.pathname + location.search

function Gate({ reason, sendsToAny = false, social = [] }: Props) {
  const t = useText()
  const here = useSyncExternalStore(never, addressHere, () => '/order')
  return (
    <>
      <div className="stack sm">
        <h1>{t('signIn.gateTitle')}</h1>
        <p className="note acc">
          <Icon name="facts" />
          <span>
            {reason} {t('signIn.gateText')}
          </span>
        </p>
      </div>
      <SignInForms heading="h2" sendsToAny={sendsToAny} social={social} returnTo={here} onDone={() => location.reload()} />
    </>
  )
}

function NoMembership({ reason, buyHref = '/' }: Props) {
  const t = useText()
  return (
    <div className="stack">
      <h1>{t('signIn.gateNoMemberTitle')}</h1>
      <p className="sub">
        {reason} {t('signIn.gateNoMember')}
      </p>
      <a className="btn primary lg" href={buyHref}>
        {t('signIn.gateBuy')}
      </a>
    </div>
  )
}
