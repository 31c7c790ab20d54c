import { useStore } from '@nanostores/react'
import { useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { BusyLabel } from '#islands/ui/BusyLabel.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import { enterCode, removeCode } from '#lib/client/order/codes.ts'
import { $codeProblem, $codes, type AppliedCode, type CodeProblem } from '#lib/client/order/codes-state.ts'
import { ltr } from '#lib/text/isolate.ts'
import { CodeMessage } from './CodeMessage.tsx'
import { MemberOffers } from './MemberOffers.tsx'

type Field = CodeProblem['field']

/** Codes, memberships and benefits: where they are entered, and what they give. */
export function Codes() {
  const t = useText()
  const codeField = useRef<HTMLInputElement>(null)
  const applied = useStore($codes, { ssr: 'initial' })
  return (
    <section className="card stack codes" aria-labelledby="codes-h">
      <div>
        <h2 id="codes-h">{t('order.haveCode')}</h2>
        <p className="meta">{t('order.codeRule')}</p>
      </div>
      <CodeForm codeField={codeField} />
      {applied.map((code) => (
        <AppliedChip key={code.name} code={code} onRemoved={() => codeField.current?.focus()} />
      ))}
      <MemberOffers onUsed={(member) => setTimeout(() => document.getElementById(removeButtonId(member.memberNumber))?.focus(), 0)} />
    </section>
  )
}

/** What was just applied can be taken back where the focus is. */
function removeButtonId(name: string): string {
  return `remove-code-${name}`
}

function CodeForm({ codeField }: { readonly codeField: RefObject<HTMLInputElement | null> }) {
  const t = useText()
  const ssnField = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ code: '', ssn: '' })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<CodeProblem | null>(null)
  const removal = useStore($codeProblem, { ssr: 'initial' })
  const problem = refused ?? removal
  const wrong = problem?.field
  const enter = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const found = await enterCode(typed)
    setBusy(false)
    setRefused(found)
    // What was typed meanwhile stays.
    if (!found) setTyped((now) => ({ code: now.code === typed.code ? '' : now.code, ssn: now.ssn === typed.ssn ? '' : now.ssn }))
    else (found.field === 'ssn' ? ssnField : codeField).current?.focus()
  }
  const type = (field: Field) => (text: string) => {
    setTyped((now) => ({ ...now, [field]: text }))
    setRefused(null)
    $codeProblem.set(null)
  }
  return (
    <form className="grid2" noValidate aria-busy={busy} onSubmit={(event) => void enter(event)}>
      <div className={`field ${wrong === 'code' ? 'err' : ''}`}>
        <label htmlFor="code">{t('order.code')}</label>
        <div className="row">
          <CodeInput id="code" field={codeField} text={typed.code} onType={type('code')} isWrong={wrong === 'code'} maxLength={80} />
          <button className="btn contrast" type="submit" aria-disabled={busy}>
            <BusyLabel isBusy={busy}>{t('order.applyCode')}</BusyLabel>
          </button>
        </div>
        <CodeMessage id="code" problem={wrong === 'code' ? problem : null} />
      </div>
      <div className={`field ${wrong === 'ssn' ? 'err' : ''}`}>
        <label htmlFor="code-ssn">
          {t('order.idNumber')} <span className="meta">{t('order.idNumberFor')}</span>
        </label>
        <CodeInput
          id="code-ssn"
          field={ssnField}
          text={typed.ssn}
          onType={type('ssn')}
          isWrong={wrong === 'ssn'}
          maxLength={11}
          isNumber
          placeholder={t('order.nineDigits')}
        />
        <CodeMessage id="code-ssn" problem={wrong === 'ssn' ? problem : null} />
      </div>
    </form>
  )
}

interface InputProps {
  readonly id: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly onType: (text: string) => void
  readonly isWrong: boolean
  readonly maxLength: number
  readonly isNumber?: boolean
  readonly placeholder?: string
}

function CodeInput({ id, field, text, onType, isWrong, maxLength, isNumber = false, placeholder }: InputProps) {
  return (
    <input
      className="inp ltr"
      ref={field}
      id={id}
      value={text}
      maxLength={maxLength}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="off"
      autoCapitalize={isNumber ? 'none' : 'characters'}
      spellCheck={false}
      placeholder={placeholder}
      data-he={placeholder === undefined ? undefined : ''}
      aria-invalid={isWrong ? true : undefined}
      aria-describedby={isWrong ? `${id}-problem` : undefined}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

function AppliedChip({ code, onRemoved }: { readonly code: AppliedCode; readonly onRemoved: () => void }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const isRemoved = await removeCode(code.name)
    setBusy(false)
    if (isRemoved) onRemoved()
  }
  const label = code.kind === 'coupon' ? ltr(code.label) : code.label
  return (
    <div className="vchip">
      <span className="row">
        <Icon name="tick" />
        <span>
          <b>{label}</b> · {t('order.codeSeats', { count: code.seats })}
          {code.kind === 'member' && code.left !== null && <> · {t('order.memberLeft', { count: code.left })}</>}
        </span>
      </span>
      <button
        className="btn icon"
        type="button"
        id={removeButtonId(code.name)}
        aria-label={t('order.removeCode', { code: label })}
        aria-busy={busy}
        onClick={() => void remove()}
      >
        <Icon name="cross" />
      </button>
    </div>
  )
}
