import { useEffect, useRef } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { signInAgain } from './refusal-text.ts'

interface Props {
  readonly part: string
  /** It stands in place of what had the focus. */
  readonly takesFocus: boolean
}

/** What could lock a customer out wants a sign-in of just now: the way to it, and back here. */
export function AgainNote({ part, takesFocus }: Props) {
  const t = useText()
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  return (
    <div className="stack sm">
      <p ref={note} className="sub" tabIndex={takesFocus ? -1 : undefined}>
        {t('area.signInAgainText')}
      </p>
      <p>
        <a className="btn ghost sm" href={signInAgain(part)}>
          {t('area.signInAgain')}
        </a>
      </p>
    </div>
  )
}
