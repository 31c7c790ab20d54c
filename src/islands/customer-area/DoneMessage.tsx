import { useText } from '#islands/ui/text.tsx'
import type { Cancelled } from '#lib/client/customer/customer-area.ts'
import { formatShekels } from '#lib/text/format-money.ts'
import { Said } from './Said.tsx'

/** What was cancelled, and what of the money goes where. It takes the focus: the button that was pressed may be gone. */
export function DoneMessage({
  name,
  cancelled: { cancellation, creditReference },
}: {
  readonly name: string
  readonly cancelled: Cancelled
}) {
  const t = useText()
  const { toCard, last4, toVouchers, toMembers, toBundles, toCredit } = cancellation
  return (
    <Said kind="ok" takesFocus>
      <p>
        <b>{t('area.cancel.done', { name })}</b>
      </p>
      {creditReference !== null && (
        <p>
          <Amount of={toCredit} /> {t('area.cancel.doneCredit')} (<bdi dir="ltr">{creditReference}</bdi>).
        </p>
      )}
      {toCard > 0 && (
        <p>
          <Amount of={toCard} /> {last4 === '' ? t('area.cancel.donePlain') : t('area.cancel.doneCard')}
          {last4 !== '' && <bdi dir="ltr">{last4}</bdi>}.
        </p>
      )}
      {toVouchers > toMembers && (
        <p>
          <Amount of={toVouchers - toMembers} /> {t('area.cancel.doneVouchers')}.
        </p>
      )}
      {toMembers > 0 && (
        <p>
          <Amount of={toMembers} /> {t('area.cancel.doneMembers')}.
        </p>
      )}
      {toBundles > 0 && <p>{t('area.cancel.bundleTickets', { count: toBundles })}</p>}
    </Said>
  )
}

export function Amount({ of }: { readonly of: number }) {
  return (
    <bdi dir="ltr" className="price">
      {formatShekels(of)}
    </bdi>
  )
}
