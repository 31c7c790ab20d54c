import { useState, type SubmitEvent } from 'react'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { checkDetails, saveDetails, type DetailProblem, type Details } from '#lib/client/checkout/customer-form.ts'
import { DETAIL_FIELDS, type DetailField } from '#lib/domain/customers/customer-details.ts'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { ContactCode, type Contact } from './ContactCode.tsx'
import { DetailInput } from './DetailInput.tsx'
import { refusalText, signInAgain } from './refusal-text.ts'
import { Said } from './Said.tsx'
import './area.css'

interface Props {
  readonly customerId: number
  readonly details: Details
  readonly mayUpdateMobile: boolean
  /** Whether a code has shown that the address is the customer's. */
  readonly isEmailProved: boolean
  /** A new number or address waits for its code from before. */
  readonly pending: Contact | null
}

/** The seven details of a customer (spec §2). Nothing that was typed is ever lost. */
export function DetailsForm({ texts, locale, ...props }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Form {...props} />
    </TextProvider>
  )
}

type Said = { readonly kind: 'saved' | 'confirmed' } | { readonly kind: 'failed'; readonly refusal: CallRefusal | null }

function Form({ customerId, details, mayUpdateMobile, isEmailProved, pending }: Props) {
  const t = useText()
  const [saved, setSaved] = useState(details)
  const [typed, setTyped] = useState(details)
  const [problems, setProblems] = useState<readonly DetailProblem[]>([])
  const [said, setSaid] = useState<Said | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<Contact | null>(pending)
  const [isOpen, setOpen] = useState(false)
  const [isProved, setProved] = useState(isEmailProved)

  const type = (name: DetailField, text: string): void => {
    const next = { ...typed, [name]: text }
    setTyped(next)
    const reported = new Set(problems.map((one) => one.name))
    if (reported.size > 0) setProblems(checkDetails(next).filter((one) => reported.has(one.name)))
  }
  const refuse = (refusal: CallRefusal | null, wrong: readonly DetailProblem[]): void => {
    setProblems(wrong)
    setSaid({ kind: 'failed', refusal })
    if (wrong[0]) document.getElementById(`detail-${wrong[0].name}`)?.focus()
  }
  const prove = async (): Promise<void> => {
    const answer = await saveDetails(customerId, { EmailAddress1: saved.EmailAddress1 })
    if (!answer.isSaved) {
      refuse(answer.refusal, [])
      return
    }
    setWaiting(answer.pending)
    setOpen(true)
  }
  const save = async (wanted: Details): Promise<void> => {
    setBusy(true)
    const answer = await saveDetails(customerId, changedIn(saved, wanted))
    setBusy(false)
    if (!answer.isSaved) {
      refuse(answer.refusal, answer.problem ? [answer.problem] : [])
      return
    }
    setProblems([])
    setSaid({ kind: 'saved' })
    // What waits for its code, and what is asked about after it, is not saved yet.
    const unsaved = answer.pending === null ? [] : contactsIn(saved, wanted)
    setSaved({ ...wanted, ...Object.fromEntries(unsaved.map((name) => [name, saved[name]])) })
    setWaiting(answer.pending)
    setOpen(answer.pending !== null)
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const wrong = checkDetails(typed)
    if (wrong.length > 0) refuse(null, wrong)
    else if (!isBusy) void save(typed)
  }
  const confirmed = (contact: Contact): void => {
    const now = { ...saved, [contact]: typed[contact] }
    if (contact === 'EmailAddress1') setProved(true)
    setSaved(now)
    setWaiting(null)
    setSaid({ kind: 'confirmed' })
    // A number and an address in one go: the address has its turn now.
    if (contactsIn(now, typed).length > 0) void save(typed)
  }
  return (
    <>
      <form className="stack" noValidate onSubmit={submit}>
        <div className="grid2">
          {DETAIL_FIELDS.map((name) => (
            <DetailInput
              key={name}
              name={name}
              value={typed[name]}
              problem={problems.find((one) => one.name === name)}
              isFixed={name === 'MobileNumber1' && !mayUpdateMobile}
              onChange={type}
            />
          ))}
        </div>
        <p className="meta">{t('area.contactHint')}</p>
        {said && <SaveMessage said={said} />}
        <p className="scripted">
          <button className="btn primary" type="submit" aria-disabled={isBusy}>
            {isBusy ? t('common.working') : t('area.save')}
          </button>
        </p>
      </form>
      {!isProved && waiting === null && saved.EmailAddress1 !== '' && (
        <div className="note">
          <div className="stack sm">
            <p>{t('area.proveText')}</p>
            <p className="scripted">
              <button className="btn ghost sm" type="button" onClick={() => void prove()}>
                {t('area.prove')}
              </button>
            </p>
          </div>
        </div>
      )}
      {waiting && (
        <ContactCode
          key={waiting}
          customerId={customerId}
          contact={waiting}
          target={isOpen ? typed[waiting] : ''}
          takesFocus={isOpen}
          onConfirmed={() => confirmed(waiting)}
          onAgain={() => saveDetails(customerId, { [waiting]: typed[waiting] })}
        />
      )}
    </>
  )
}

function SaveMessage({ said }: { readonly said: Said }) {
  const t = useText()
  if (said.kind !== 'failed') {
    // The code field, in which the focus was, is gone once the code was right.
    return (
      <Said kind="ok" takesFocus={said.kind === 'confirmed'}>
        {t(said.kind === 'saved' ? 'area.saved' : 'area.contactChanged')}
      </Said>
    )
  }
  const { refusal } = said
  return (
    <Said kind="bad">
      <p>
        <b>{t('area.notSaved')}</b>
      </p>
      <p>{refusal === null ? t('form.summary') : refusalText(t, refusal)}</p>
      {refusal?.code === 'SIGN_IN_AGAIN' && (
        <a className="inline-link" href={signInAgain('details')}>
          {t('area.signInAgain')}
        </a>
      )}
    </Said>
  )
}

function changedIn(saved: Details, typed: Details): Partial<Details> {
  return Object.fromEntries(DETAIL_FIELDS.filter((name) => saved[name] !== typed[name].trim()).map((name) => [name, typed[name].trim()]))
}

function contactsIn(saved: Details, typed: Details): readonly Contact[] {
  return (['MobileNumber1', 'EmailAddress1'] as const).filter((name) => saved[name] !== typed[name].trim() && typed[name].trim() !== '')
}
