import { useStore } from '@nanostores/react'
import { Icon } from '#islands/icon.tsx'
import { useText } from '#islands/text.tsx'
import { $details, $problems, changeDetail } from '#lib/client/details.ts'
import type { OrderForm } from '#lib/domain/order-form.ts'

/** The terms, where the form asks for them, and the consent to mailing, which is never ticked beforehand. */
export function Consents({ form, termsLink }: { readonly form: OrderForm; readonly termsLink: string }) {
  const t = useText()
  const details = useStore($details, { ssr: 'initial' })
  const problem = useStore($problems, { ssr: 'initial' }).find((one) => one.field === 'termsAcceptance')
  return (
    <div>
      {form.consents.termsAcceptance !== 'left out' && (
        <div className={`field ${problem ? 'err' : ''}`}>
          <label className="check">
            <input
              type="checkbox"
              id="field-termsAcceptance"
              name="termsAcceptance"
              checked={details.termsAcceptance === true}
              aria-required
              aria-invalid={problem ? true : undefined}
              aria-describedby={problem ? 'field-termsAcceptance-problem' : undefined}
              onChange={(event) => changeDetail({ termsAcceptance: event.target.checked }, form)}
            />
            <span>
              {t('checkout.acceptBefore')}
              <a className="inline-link" href={termsLink} target="_blank" rel="noopener">
                {t('checkout.terms')}
              </a>
            </span>
          </label>
          {problem && (
            <p className="msg" id="field-termsAcceptance-problem">
              <Icon name="warning" size="sm" />
              {t('form.terms')}
            </p>
          )}
        </div>
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
