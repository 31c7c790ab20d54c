import { Named } from '#islands/ui/named.tsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { Sign } from './icons.tsx'

interface Option<Value> {
  readonly value: Value
  readonly name: string
}

interface ChoiceProps<Value> {
  readonly label: string
  readonly options: readonly Option<Value>[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}

/** One question of a menu: radio buttons, of which one is chosen. */
export function Choice<Value extends string | number>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.map(({ value, name }) => (
        <label key={value}>
          <input type="radio" name={label} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>
            <Named>{name}</Named>
          </span>
          <Sign name="tick" />
        </label>
      ))}
    </fieldset>
  )
}

interface MenuProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A menu over the picture. It takes the focus, and gives it back to where it was; Escape closes it. */
export function Menu({ onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = menu
    const before = document.activeElement
    ;(current?.querySelector<HTMLElement>(':checked') ?? current?.querySelector<HTMLElement>('input, button'))?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <div className="pmenu" ref={menu}>
      {children}
    </div>
  )
}
