import type { SubmitEvent } from 'react'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { saveDetails } from '#lib/client/checkout/customer-form.ts'
import { DETAIL_FIELDS } from '#lib/domain/customers/customer-details.ts'
import { ContactCode } from './ContactCode.tsx'
import { DetailInput } from './DetailInput.tsx'
import { refusalText, signInAgain } from './refusal-text.ts'
import { Said, SaidWell } from './Said.tsx'
import { useDetails, type DetailsProps, type SaidOfDetails } from './use-details.ts'
import './area.css'

/** The seven details of a customer (spec §2). Nothing that was typed is ever lost. */
export function DetailsForm({ texts, locale, ...props }: DetailsProps & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Form {...props} />
    </TextProvider>
  )
}

function Form(props: DetailsProps) {
  const t = useText()
  const { customerId, mayUpdateMobile } = props
  const { typed, type, problems, said, isBusy, saved, waiting, isProved, prove, submit, confirmed } = useDetails(props)
  const { contact, isOpen } = waiting
  const send = (event: SubmitEvent): void => {
    event.preventDefault()
    submit()
  }
  return (
    <>
      <form className="stack" noValidate onSubmit={send}>
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
        <SaidWell>
          {said?.kind === 'saved' && (
            <Said key={said.count} kind="ok">
              {t('area.saved')}
            </Said>
          )}
        </SaidWell>
        {said && said.kind !== 'saved' && <SaveMessage key={said.count} said={said} />}
        <p className="scripted">
          <button className="btn primary" type="submit" aria-disabled={isBusy}>
            {isBusy ? t('common.working') : t('area.save')}
          </button>
        </p>
      </form>
      {!isProved && contact === null && saved.EmailAddress1 !== '' && <ProveNote onProve={() => void prove()} />}
      {contact && (
        <ContactCode
          key={contact}
          customerId={customerId}
          contact={contact}
          target={isOpen ? typed[contact] : ''}
          takesFocus={isOpen}
          onConfirmed={() => confirmed(contact)}
          onAgain={() => saveDetails(customerId, { [contact]: typed[contact] })}
        />
      )}
    </>
  )
}

/** An address that no code has shown to be the customer's. */
function ProveNote({ onProve }: { readonly onProve: () => void }) {
  const t = useText()
  return (
    <div className="note">
      <div className="stack sm">
        <p>{t('area.proveText')}</p>
        <p className="scripted">
          <button className="btn ghost sm" type="button" onClick={onProve}>
            {t('area.prove')}
          </button>
        </p>
      </div>
    </div>
  )
}

function SaveMessage({ said }: { readonly said: Exclude<SaidOfDetails, { readonly kind: 'saved' }> }) {
  const t = useText()
  if (said.kind === 'confirmed') {
    // The code field, in which the focus was, is gone once the code was right.
    return (
      <Said kind="ok" takesFocus>
        {t('area.contactChanged')}
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
