import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { hasToken, peekLink, redeemLink, takeToken, type OpenedLink } from '#lib/client/sign-in/sign-in-link.ts'
import { mayGiveMobile } from '#lib/client/sign-in/sign-in-mobile.ts'
import { $problem, $step, $way } from '#lib/client/sign-in/sign-in-state.ts'
import { FIRST_FIELDS } from './LoginForm.tsx'
import { LinkQuestion } from './LinkQuestion.tsx'
import type { SocialProvider } from './OtherWays.tsx'
import { SignInForms } from './SignInForms.tsx'
import { useWindowTitle } from './window-title.ts'

interface Props {
  readonly sendsToAny: boolean
  readonly social: readonly SocialProvider[]
  /** Where a sign-in leads; a path of our own. */
  readonly returnTo: string
  /** Somebody is signed in here already, and has opened a link. */
  readonly isForLink?: boolean
}

/** Signing in to the personal area, by a form or by the link that brought the visitor here. */
export function SignIn({ texts, locale, ...props }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <SignInWork {...props} />
    </TextProvider>
  )
}

function SignInWork({ sendsToAny, social, returnTo, isForLink = false }: Props) {
  const t = useText()
  const [link, setLink] = useState<OpenedLink | 'opening' | null>(isForLink ? 'opening' : null)
  useWindowTitle(link === null ? 'form' : 'link')
  useFocusAfterQuestion(link)
  const enter = (): void => goTo(returnTo)
  const leaveLink = (): void => {
    if (isForLink) enter()
    else setLink(null)
  }
  const redeem = async (token: string): Promise<void> => {
    setLink('opening')
    const area = await redeemLink(token)
    if (area && !mayGiveMobile()) {
      enter()
      return
    }
    if (area) $step.set('mobile')
    setLink(null)
  }
  const open = useEffectEvent(async (): Promise<void> => {
    const token = takeToken()
    if (token === null) {
      if (isForLink) enter()
      return
    }
    setLink('opening')
    const opened = await peekLink(token)
    if (opened?.account.isToBeAsked === false) return redeem(token)
    // Whoever opens the mail's link a second time is in already.
    if (!opened && isForLink && $problem.get()?.code === 'CUSTOMER_TOKEN_REDEEMED') {
      enter()
      return
    }
    setLink(opened)
  })
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- The token is in the address's fragment, which the server never sees.
    void open()
    const openNext = (): void => {
      if (hasToken()) void open()
    }
    addEventListener('hashchange', openNext)
    return () => removeEventListener('hashchange', openNext)
  }, [])
  if (link === 'opening')
    return (
      <p className="sub" role="status">
        {t('signIn.openingLink')}
      </p>
    )
  if (link !== null) return <LinkQuestion account={link.account} onEnter={() => void redeem(link.token)} onRefuse={leaveLink} />
  return <SignInForms sendsToAny={sendsToAny} social={social} returnTo={returnTo} onDone={enter} />
}

/** The question had the focus: where it led to the form, one goes on at its first field. */
function useFocusAfterQuestion(link: OpenedLink | 'opening' | null): void {
  const wasAsked = useRef(false)
  useEffect(() => {
    if (link === null && wasAsked.current) document.getElementById(`sign-in-${FIRST_FIELDS[$way.get()]}`)?.focus()
    wasAsked.current = link !== null && (wasAsked.current || link !== 'opening')
  }, [link])
}

/** Leaves the form behind. An address that differs from this one only by its fragment would not be asked for by itself. */
function goTo(path: string): void {
  const goal = new URL(path, location.href)
  const isHere = goal.pathname === location.pathname && goal.search === location.search
  if (isHere && goal.hash !== '') history.replaceState(null, '', goal)
  if (isHere) location.reload()
  else location.replace(goal)
}
