import { useState } from 'react'
import type { InputHTMLAttributes } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { DetailProblem } from '#lib/client/checkout/customer-form.ts'
import type { DetailField } from '#lib/domain/customers/customer-details.ts'
import { dayOf } from '#lib/domain/time/days.ts'

/** How each field is typed; numbers and addresses of the net run left to right. */
const ATTRIBUTES: Readonly<Record<DetailField, InputHTMLAttributes<HTMLInputElement>>> = {
  FirstName: { autoComplete: 'given-name' },
  LastName: { autoComplete: 'family-name' },
  MobileNumber1: { type: 'tel', autoComplete: 'tel', inputMode: 'tel', dir: 'ltr' },
  EmailAddress1: { type: 'email', autoComplete: 'email', inputMode: 'email', dir: 'ltr' },
  Address1: { autoComplete: 'address-line1' },
  City: { autoComplete: 'address-level2' },
  DateOfBirth: { type: 'date', autoComplete: 'bday', dir: 'ltr', min: '1900-01-01' },
}

const NEEDED: readonly DetailField[] = ['FirstName', 'LastName']

interface Props {
  readonly name: DetailField
  readonly value: string
  readonly problem: DetailProblem | undefined
  /** Only the box office may change it. */
  readonly isFixed: boolean
  readonly onChange: (name: DetailField, text: string) => void
}

export function DetailInput({ name, value, problem, isFixed, onChange }: Props) {
  const t = useText()
  const id = `detail-${name}`
  const label = t(`area.label_${name}`)
  const { dir, ...attributes } = ATTRIBUTES[name]
  const [today] = useState(() => dayOf(Date.now()))
  const described = [problem && `${id}-problem`, isFixed && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className={`field ${problem ? 'err' : ''}`}>
      <label htmlFor={id}>
        {label} {!NEEDED.includes(name) && <span className="meta">{t('form.optional')}</span>}
      </label>
      <input
        {...attributes}
        {...(name === 'DateOfBirth' && { max: today })}
        className={`inp ${dir === 'ltr' ? 'ltr' : ''}`}
        id={id}
        value={value}
        readOnly={isFixed}
        aria-required={NEEDED.includes(name)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described === '' ? undefined : described}
        onChange={(event) => onChange(name, event.target.value)}
      />
      {isFixed && (
        <p className="hint" id={`${id}-hint`}>
          {t('area.mobileByOffice')}
        </p>
      )}
      {problem && (
        <p className="msg" id={`${id}-problem`}>
          <Icon name="warning" size="sm" />
          {t(`form.${problem.rule}`, { field: label, ...problem.values })}
        </p>
      )}
    </div>
  )
}
