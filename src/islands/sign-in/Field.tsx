import { useEffect, useEffectEvent, useRef, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { Icon } from '#islands/ui/icon.tsx'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly error: string | null
  readonly onChange: (text: string) => void
  /** Beside the input, as the switch that shows a password. */
  readonly aside?: ReactNode
}

/** A field of signing in. It has no name: a form that is sent before the page is alive puts nothing of it into an address. */
export function Field({ id, label, hint, value, error, onChange, aside, className = '', ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const takeFilledIn = useEffectEvent(() => {
    // Typed or filled in by the browser before the page was alive.
    if (input.current && input.current.value !== '' && value === '') onChange(input.current.value)
  })
  useEffect(() => takeFilledIn(), [])
  const described = [error && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const shown: InputHTMLAttributes<HTMLInputElement> & { readonly ref: Ref<HTMLInputElement> } = { ...rest, ref: input }
  return (
    <div className={`field ${error === null ? '' : 'err'}`}>
      <label htmlFor={id}>{label}</label>
      <div className="inp-row">
        <input
          {...shown}
          className={`inp ltr ${className}`}
          id={id}
          value={value}
          required
          aria-invalid={error === null ? undefined : true}
          aria-describedby={described === '' ? undefined : described}
          onChange={(event) => onChange(event.target.value)}
        />
        {aside}
      </div>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== null && <Problem id={`${id}-problem`} text={error} />}
    </div>
  )
}

/** What is wrong, said at once. */
export function Problem({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p className="msg" id={id} role="alert">
      <Icon name="warning" size="sm" />
      <span>{text}</span>
    </p>
  )
}
