import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useText } from '#islands/text.tsx'
import { $linkSentTo, $step, $way } from '#lib/client/sign-in-state.ts'
import { LOGIN_TITLES } from './heading.ts'

/** The window is called what the form is: by the way of signing in, and its step. @param isForm while the form is what the page shows */
export function useWindowTitle(isForm: boolean): void {
  const t = useText()
  const step = useStore($step, { ssr: 'initial' })
  const way = useStore($way, { ssr: 'initial' })
  const isLinkSent = useStore($linkSentTo, { ssr: 'initial' }) !== null && way === 'link'
  const key = step === 'verify' ? 'verifyTitle' : step === 'mobile' ? 'giveTitle' : isLinkSent ? 'linkSentTitle' : LOGIN_TITLES[way]
  const title = t(`signIn.${key}`)
  useEffect(() => {
    if (isForm) document.title = [title, ...document.title.split(' · ').slice(1)].join(' · ')
  }, [title, isForm])
}
