import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $linkSentTo, $step, $way } from '#lib/client/sign-in/sign-in-state.ts'
import { LOGIN_TITLES } from './heading.ts'

/** The window is called what the page shows: the form, by the way of signing in and its step, or a link that was opened. */
export function useWindowTitle(shown: 'form' | 'link'): void {
  const t = useText()
  const step = useStore($step, { ssr: 'initial' })
  const way = useStore($way, { ssr: 'initial' })
  const isLinkSent = useStore($linkSentTo, { ssr: 'initial' }) !== null && way === 'link'
  const formKey = step === 'verify' ? 'verifyTitle' : step === 'mobile' ? 'giveTitle' : isLinkSent ? 'linkSentTitle' : LOGIN_TITLES[way]
  const title = t(`signIn.${shown === 'link' ? LOGIN_TITLES.link : formKey}`)
  useEffect(() => {
    document.title = [title, ...document.title.split(' · ').slice(1)].join(' · ')
  }, [title])
}
