import { useState, type KeyboardEvent } from 'react'
import { Icon } from '#islands/ui/icon.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { PayingVoucher } from '#lib/client/checkout/checkout.ts'
import { formatMoney } from '#lib/text/format-money.ts'
import { ltr } from '#lib/text/isolate.ts'
import { DetailField } from './DetailField.tsx'
import { useVouchers, VOUCHER_FIELD, type VoucherWork, type WithVouchers } from './use-vouchers.ts'

/** Gift vouchers and credit that pay a part of the order, as many as the buyer has; each can be taken out again. */
export function Vouchers({ checkout, form, onChange }: WithVouchers) {
  const t = useText()
  const [needsSsn, setNeedsSsn] = useState(false)
  const work = useVouchers({ checkout, form, onChange }, () => setNeedsSsn(true))
  return (
    <section>
      <div className="sec-h">
        <span className="k" aria-hidden="true">
          2
        </span>
        <h2>{t('checkout.vouchers')}</h2>
      </div>
      <div className="stack">
        {checkout.lostVoucher !== null && <LostVoucher code={checkout.lostVoucher} />}
        {needsSsn && form.fields.ssn === 'left out' && <DetailField field="ssn" form={form} />}
        <VoucherField {...work} />
        {checkout.vouchers.map((voucher) => (
          <VoucherChip key={voucher.id} voucher={voucher} busy={work.busy} onRemove={() => void work.remove(voucher)} />
        ))}
      </div>
    </section>
  )
}

function VoucherField({ typed, type, busy, problem, add }: VoucherWork) {
  const t = useText()
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return
    // The form around it is for the details.
    event.preventDefault()
    void add()
  }
  return (
    <div className={`field ${problem === '' ? '' : 'err'}`}>
      <label htmlFor={VOUCHER_FIELD}>
        {t('checkout.voucherReference')} <span className="meta">{t('form.optional')}</span>
      </label>
      <div className="row">
        <input
          className="inp ltr"
          id={VOUCHER_FIELD}
          dir="ltr"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          placeholder="0000-0000-0000"
          aria-invalid={problem === '' ? undefined : true}
          aria-describedby={problem === '' ? undefined : `${VOUCHER_FIELD}-problem`}
          onChange={(event) => type(event.target.value)}
          onKeyDown={enter}
        />
        <button className="btn ghost" type="button" aria-disabled={busy} onClick={() => void add()}>
          {busy ? t('checkout.voucherChecking') : t('checkout.voucherAdd')}
        </button>
      </div>
      <p className="msg" id={`${VOUCHER_FIELD}-problem`} role="alert">
        {problem !== '' && (
          <>
            <Icon name="warning" size="sm" />
            {problem}
          </>
        )}
      </p>
    </div>
  )
}

function VoucherChip({
  voucher,
  busy,
  onRemove,
}: {
  readonly voucher: PayingVoucher
  readonly busy: boolean
  readonly onRemove: () => void
}) {
  const t = useText()
  const { code, amount, balance, tickets } = voucher
  const texts = {
    code: ltr(code),
    amount: ltr(formatMoney(amount ?? 0)),
    balance: tickets == null ? ltr(formatMoney(balance)) : t('checkout.voucherTickets', { count: tickets }),
  }
  return (
    <div className="vchip">
      <span>{t('checkout.voucherPays', texts)}</span>
      <button className="btn icon" type="button" aria-disabled={busy} aria-label={t('checkout.voucherRemove', texts)} onClick={onRemove}>
        <Icon name="cross" />
      </button>
    </div>
  )
}

function LostVoucher({ code }: { readonly code: string }) {
  const t = useText()
  return (
    <p className="note warn" role="status">
      <Icon name="warning" />
      <span>
        {t('checkout.voucherLost')} {t(`errors.${code}`)}
      </span>
    </p>
  )
}
