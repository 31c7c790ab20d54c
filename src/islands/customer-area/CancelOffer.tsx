import { Named } from '#islands/ui/named.tsx'
import type { ReactNode } from 'react'
import { useText } from '#islands/ui/text.tsx'
import type { Offer } from '#lib/client/customer/customer-area.ts'
import { Amount } from './DoneMessage.tsx'

interface Props {
  readonly offer: NonNullable<Offer['offer']>
  /** Until when it can be cancelled so, in the words of the checkout. */
  readonly terms: Offer['terms']
  readonly isUnpaid: boolean
  readonly isOld: boolean
  readonly isCredit: boolean
  readonly isBusy: boolean
  readonly onCredit: (isCredit: boolean) => void
}

/** The exact refund: what was paid, what the house keeps and by which policy, and where the rest goes. */
export function CancelOffer({ offer, terms, isUnpaid, isOld, isCredit, isBusy, onCredit }: Props) {
  const t = useText()
  if (isUnpaid) return <p className="note">{t('area.cancel.nothingPaid')}</p>
  const { worth, charge, refund, toCard, toVouchers, toMembers, toBundles, renewed, last4, mayBeCredit } = offer
  return (
    <>
      {mayBeCredit && toCard > 0 && <Ways isCredit={isCredit} isBusy={isBusy} onCredit={onCredit} />}
      <div className={`refund ${isOld ? 'is-old' : ''}`}>
        <Line name={t('area.cancel.paid')} amount={worth} />
        {charge > 0 && <Line name={t('area.cancel.charge')} amount={-charge} />}
        {refund === 0 ? (
          toBundles === 0 && <b>{t('area.cancel.noRefund')}</b>
        ) : (
          <Line name={t('area.cancel.refund')} amount={refund} isTotal />
        )}
        {toCard > 0 && <Line name={isCredit ? t('area.cancel.asCredit') : <ToCard last4={last4} />} amount={toCard} />}
        {isCredit && toCard === 0 && <Line name={t('area.cancel.asCredit')} amount={refund - toVouchers - renewed} />}
        <Part name={t('area.cancel.toVouchers')} amount={toVouchers - toMembers} />
        <Part name={t('area.cancel.toMembers')} amount={toMembers} />
        <Part name={t('area.cancel.renewed')} amount={renewed} />
        {toBundles > 0 && <p>{t('area.cancel.bundleTickets', { count: toBundles })}</p>}
        {terms.map((text) => (
          <p key={text} className="meta">
            {text}
          </p>
        ))}
      </div>
    </>
  )
}

function ToCard({ last4 }: { readonly last4: string }) {
  const t = useText()
  if (last4 === '') return t('area.cancel.toCardPlain')
  return (
    <>
      {t('area.cancel.toCard')}
      <bdi dir="ltr">{last4}</bdi>
    </>
  )
}

/** A part of the refund, if there is one. */
function Part({ name, amount }: { readonly name: string; readonly amount: number }) {
  return amount > 0 && <Line name={name} amount={amount} />
}

function Line({ name, amount, isTotal = false }: { readonly name: ReactNode; readonly amount: number; readonly isTotal?: boolean }) {
  return (
    <div className={`sum-line ${isTotal ? 'tot' : ''}`}>
      <span>{name}</span>
      <Amount of={amount} />
    </div>
  )
}

function Ways({ isCredit, isBusy, onCredit }: Pick<Props, 'isCredit' | 'isBusy' | 'onCredit'>) {
  const t = useText()
  const ways = [
    { name: t('area.cancel.wayCard'), value: false },
    { name: t('area.cancel.wayCredit'), value: true },
  ]
  return (
    <fieldset disabled={isBusy}>
      <legend className="lbl">{t('area.cancel.how')}</legend>
      {ways.map(({ name, value }) => (
        <label key={name} className="check">
          <input type="radio" name="way" checked={isCredit === value} onChange={() => onCredit(value)} />
          <span>
            <Named>{name}</Named>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
