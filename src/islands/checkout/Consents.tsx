import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import { $details, $problems, changeDetail } from '#lib/client/customer/details.ts'
import type { ConsentField, OrderForm } from '#lib/domain/customers/order-form.ts'

interface Props {
  readonly form: OrderForm
  readonly termsLink: string
  /** Terms of the presentations themselves, each once. */
  readonly additionalTerms: readonly string[]
}

/** The terms, where the form asks for them, each with a box of its own, and the consent to mailing, which is never ticked beforehand. */
export function Consents({ form, termsLink, additionalTerms }: Props) {
  const t = useText()
  const details = useStore($details, { ssr: 'initial' })
  return (
    <div>
      {form.consents.additionalTerms !== 'left out' && (
        <div className="card stack own-terms" role="group" aria-label={t('checkout.additionalTerms')}>
          <h3>{t('checkout.additionalTerms')}</h3>
          {additionalTerms.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <ConsentBox field="additionalTerms" form={form}>
            {t('checkout.acceptAdditional')}
          </ConsentBox>
        </div>
      )}
      {form.consents.termsAcceptance !== 'left out' && (
        <ConsentBox field="termsAcceptance" form={form}>
          {t('checkout.acceptBefore')}
          <a className="inline-link" href={termsLink} target="_blank" rel="noopener">
            {t('checkout.terms')}
          </a>
        </ConsentBox>
      )}
      <label className="check">
        <input
          type="checkbox"
          name="mailingConsent"
          checked={details.mailingConsent === true}
          onChange={(event) => changeDetail({ mailingConsent: event.target.checked }, form)}
        />
        <span>
          {t('checkout.mailing')} <span className="meta">{t('form.optional')}</span>
        </span>
      </label>
    </div>
  )
}

/** A box that may have to be ticked, with what is wrong below it. */
function ConsentBox({ field, form, children }: { readonly field: ConsentField; readonly form: OrderForm; readonly children: ReactNode }) {
  const t = useText()
  const isTicked = useStore($details, { ssr: 'initial' })[field] === true
  const problem = useStore($problems, { ssr: 'initial' }).find((one) => one.field === field)
  const isRequired = form.consents[field] === 'required'
  const id = `field-${field}`
  return (
    <div className={`field ${problem ? 'err' : ''}`}>
      <label className="check">
        <input
          type="checkbox"
          id={id}
          name={field}
          checked={isTicked}
          aria-required={isRequired}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => changeDetail({ [field]: event.target.checked }, form)}
        />
        <span>
          {children} {!isRequired && <span className="meta">{t('form.optional')}</span>}
        </span>
      </label>
      {problem && (
        <p className="msg" id={`${id}-problem`}>
          <Icon name="warning" size="sm" />
          {t(`form.${problem.rule}`)}
        </p>
      )}
    </div>
  )
}
