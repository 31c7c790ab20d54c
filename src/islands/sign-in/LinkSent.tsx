import { useEffect, useRef } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { chooseWay } from '#lib/client/sign-in/sign-in-state.ts'
import { ltr } from '#lib/text/isolate.ts'
import type { Heading } from './heading.ts'

/** A link was asked for; whether the address is known is never told. */
export function LinkSent({ address, heading: H }: { readonly address: string; readonly heading: Heading }) {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="stack">
      <H ref={title} tabIndex={-1}>
        {t('signIn.linkSentTitle')}
      </H>
      <p className="sub" role="status">
        {t('signIn.linkSent', { email: ltr(address) })}
      </p>
      <button className="btn ghost block" type="button" onClick={() => chooseWay('link')}>
        {t('signIn.linkAgain')}
      </button>
    </div>
  )
}
