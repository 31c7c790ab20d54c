import { useEffect, useState } from 'react'
import { TextProvider, useText, type TextProps } from '#islands/text.tsx'
import { redeemLink, takeToken } from '#lib/client/sign-in-link.ts'
import { mayGiveMobile } from '#lib/client/sign-in-mobile.ts'
import { $step } from '#lib/client/sign-in-state.ts'
import type { SocialProvider } from './OtherWays.tsx'
import { SignInForms } from './SignInForms.tsx'

interface Props {
  readonly sendsToAny: boolean
  readonly social: readonly SocialProvider[]
  /** Where a sign-in leads; a path of our own. */
  readonly returnTo: string
}

/** Signing in to the personal area, by a form or by the link that brought the visitor here. */
export function SignIn({ texts, locale, ...props }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <SignInWork {...props} />
    </TextProvider>
  )
}

function SignInWork({ sendsToAny, social, returnTo }: Props) {
  const t = useText()
  const [isOpening, setOpening] = useState(false)
  const enter = (): void => goTo(returnTo)
  useEffect(() => {
    const token = takeToken()
    if (token === null) return
    setOpening(true)
    void redeemLink(token).then((area) => {
      if (area && !mayGiveMobile()) return enter()
      if (area) $step.set('mobile')
      setOpening(false)
    })
  }, [])
  if (isOpening)
    return (
      <p className="sub" role="status">
        {t('signIn.openingLink')}
      </p>
    )
  return <SignInForms sendsToAny={sendsToAny} social={social} returnTo={returnTo} onDone={enter} />
}

/** Leaves the form behind. An address that differs from this one only by its fragment would not be asked for by itself. */
function goTo(path: string): void {
  const goal = new URL(path, location.href)
  const isHere = goal.pathname === location.pathname && goal.search === location.search
  if (isHere && goal.hash !== '') history.replaceState(null, '', goal)
  if (isHere) location.reload()
  else location.replace(goal)
}
