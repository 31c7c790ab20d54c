import { useEffect, useEffectEvent, useRef, type ClipboardEvent } from 'react'
import { pastedCode, readSmsCode, typedCode } from '#lib/client/sign-in/sign-in-code.ts'
import { Problem } from './Field.tsx'
import './sign-in.css'

interface Props {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error: string | null
  readonly isBusy: boolean
  /** Six digits are there: said once of each code. */
  readonly onComplete?: (code: string) => void
  /** False if the visitor did not come here for the code: then only a wrong one brings the focus. */
  readonly takesFocus?: boolean
}

const LENGTH = 6

/** A code of six digits: typed, pasted in any form, or filled in by the phone. Without a longest length, which would cut a pasted message. */
export function CodeField({ id, label, value, onChange, error, isBusy, onComplete, takesFocus = true }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const said = useRef('')
  const take = (code: string): void => {
    onChange(code)
    if (code.length < LENGTH || code === said.current || isBusy) return
    said.current = code
    onComplete?.(code)
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    take(pastedCode(event.clipboardData.getData('text')))
  }
  useFocus(input, error, takesFocus)
  useSms(take)
  return (
    <div className={`field ${error === null ? '' : 'err'}`}>
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        className="inp otp"
        id={id}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        value={value}
        aria-invalid={error === null ? undefined : true}
        aria-describedby={error === null ? undefined : `${id}-problem`}
        onChange={(event) => take(event.target.value.length > LENGTH + 1 ? pastedCode(event.target.value) : typedCode(event.target.value))}
        onPaste={paste}
      />
      {error !== null && <Problem id={`${id}-problem`} text={error} />}
    </div>
  )
}

/** Here the code is typed; after a wrong one it is marked, so that the next one takes its place. */
function useFocus(input: { readonly current: HTMLInputElement | null }, error: string | null, takesFocus: boolean): void {
  useEffect(() => {
    if (takesFocus || error !== null) input.current?.focus()
    if (error !== null) input.current?.select()
  }, [input, error, takesFocus])
}

function useSms(take: (code: string) => void): void {
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    const asking = new AbortController()
    void readSmsCode(asking.signal).then((text) => {
      if (text !== undefined && !asking.signal.aborted) takeNow(pastedCode(text))
    })
    return () => asking.abort()
  }, [])
}
