import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { CodeField } from '#islands/sign-in/CodeField.tsx'
import '#islands/sign-in/sign-in.css'
import { useText } from '#islands/ui/text.tsx'
import { confirmContact, type SavedDetails } from '#lib/client/checkout/customer-form.ts'
import { refusalText } from './refusal-text.ts'

export type Contact = 'MobileNumber1' | 'EmailAddress1'

interface Props {
  readonly customerId: number
  readonly contact: Contact
  /** The new number or address; '' where the page does not know it any more. */
  readonly target: string
  /** The customer has just asked for it. */
  readonly takesFocus: boolean
  readonly onConfirmed: () => void
  readonly onAgain: () => Promise<SavedDetails>
}

const LENGTH = 6

/** Sends the code once, whoever asks: the last digit, the button or both. */
function useSending(customerId: number, onConfirmed: () => void) {
  const t = useText()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const send = async (entered: string): Promise<void> => {
    if (isSending.current) return
    if (entered.length < LENGTH) {
      setError(t('area.codeShort'))
      return
    }
    isSending.current = true
    setBusy(true)
    const refusal = await confirmContact(customerId, entered)
    isSending.current = false
    setBusy(false)
    if (refusal === null) onConfirmed()
    else setError(refusalText(t, refusal))
  }
  return { error, setError, isBusy, send }
}

/** Asks for another code, once however often it is pressed. */
function useAgain(onAgain: Props['onAgain']) {
  const t = useText()
  const [news, setNews] = useState('')
  const isAsking = useRef(false)
  const again = async (): Promise<void> => {
    if (isAsking.current) return
    isAsking.current = true
    const answer = await onAgain()
    isAsking.current = false
    setNews(answer.isSaved ? t('area.codeSentAgain') : refusalText(t, answer.refusal))
  }
  return { news, again }
}

/** A new number or address counts once its code is entered, here and now; the old one is told of it. */
export function ContactCode({ customerId, contact, target, takesFocus, onConfirmed, onAgain }: Props) {
  const t = useText()
  const [code, setCode] = useState('')
  const { error, setError, isBusy, send } = useSending(customerId, onConfirmed)
  const { news, again } = useAgain(onAgain)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    void send(code)
  }
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  return (
    <form ref={box} className="stack code-box" noValidate onSubmit={submit}>
      <h3>{t(`area.codeTitle_${contact}`)}</h3>
      <p>
        {target !== '' && (
          <>
            {t('area.codeSent')} <bdi dir="ltr">{target}</bdi>.{' '}
          </>
        )}
        {t('area.codeOldTold')}
      </p>
      <CodeField
        id={`code-${contact}`}
        label={t('area.codeConfirm')}
        value={code}
        onChange={(next) => {
          setCode(next)
          setError(null)
        }}
        error={error}
        isBusy={isBusy}
        takesFocus={takesFocus}
        onComplete={(entered) => void send(entered)}
      />
      <div className="row wrap-ok">
        <button className="btn primary" type="submit" aria-disabled={isBusy}>
          {isBusy ? t('common.working') : t('area.codeConfirm')}
        </button>
        {target !== '' && (
          <button className="btn quiet" type="button" onClick={() => void again()}>
            {t('area.codeAgain')}
          </button>
        )}
      </div>
      <p className="meta" role="status">
        {news}
      </p>
    </form>
  )
}
