import { useRef, useState } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import type { CallRefusal } from '#lib/client/http/call.ts'
import { deleteAccount } from '#lib/client/customer/customer-account.ts'
import { AgainNote } from './AgainNote.tsx'
import { refusalText } from './refusal-text.ts'
import { Said } from './Said.tsx'
import './area.css'

interface Props {
  readonly isFresh: boolean
}

/** The end of an account: asked twice, shortly after a sign-in. */
export function Deletion({ texts, locale, isFresh }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Work isFresh={isFresh} />
    </TextProvider>
  )
}

function Work({ isFresh }: Props) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<CallRefusal | null>(null)
  const isSending = useRef(false)
  if (!isFresh || refusal?.code === 'SIGN_IN_AGAIN') return <AgainNote part="deletion" takesFocus={isFresh} />
  const remove = async (): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    const answer = await deleteAccount()
    if (answer === null) {
      location.replace('/')
      return
    }
    isSending.current = false
    setBusy(false)
    setAsked(false)
    setRefusal(answer)
  }
  return (
    <>
      {refusal && (
        <Said kind="bad" takesFocus>
          {refusalText(t, refusal)}
        </Said>
      )}
      <p className="scripted">
        <button className="btn ghost danger" type="button" onClick={() => setAsked(true)}>
          {t('area.deletionOpen')}
        </button>
      </p>
      {isAsked && (
        <Dialog label={t('area.deletionTitle')} onClose={() => isBusy || setAsked(false)}>
          <h2 className="dlg-h">{t('area.deletionTitle')}</h2>
          <p>{t('area.deletionWarn')}</p>
          <div className="row wrap-ok">
            <button className="btn primary" type="button" disabled={isBusy} onClick={() => setAsked(false)}>
              {t('area.deletionNo')}
            </button>
            <button className="btn quiet danger" type="button" aria-disabled={isBusy} onClick={() => void remove()}>
              {isBusy ? t('common.working') : t('area.deletionYes')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
