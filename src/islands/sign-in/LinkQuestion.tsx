import { useEffect, useRef } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { LinkAccount } from '#lib/contract/area/sign-in.ts'
import { ltr } from '#lib/text/isolate.ts'

interface Props {
  /** Masked: enough for its owner to know it. */
  readonly account: LinkAccount
  readonly onEnter: () => void
  readonly onRefuse: () => void
}

/** A link that was not asked for in this browser may be somebody else's: whose account it opens is asked before it does. */
export function LinkQuestion({ account: { name, email }, onEnter, onRefuse }: Props) {
  const t = useText()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="stack lg">
      <div className="stack sm">
        <h1 className="link-ask" ref={title} tabIndex={-1}>
          {name === '' ? t('signIn.linkAskEmail', { email: ltr(email) }) : t('signIn.linkAsk', { name, email: ltr(email) })}
        </h1>
        <p className="sub">{t('signIn.linkAskText')}</p>
      </div>
      <div className="stack">
        <button className="btn primary lg block" type="button" onClick={onEnter}>
          {t('signIn.enter')}
        </button>
        <button className="btn ghost block" type="button" onClick={onRefuse}>
          {t('signIn.linkNotMe')}
        </button>
      </div>
    </div>
  )
}
