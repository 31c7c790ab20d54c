import { Named } from '#islands/ui/named.tsx'
import { useState } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { Cancelled, ListedReservation } from '#lib/client/customer/customer-area.ts'
import { Amount } from './DoneMessage.tsx'
import { CancelItems } from './CancelItems.tsx'
import { CancelOffer } from './CancelOffer.tsx'
import { refusalText } from './refusal-text.ts'
import { Said } from './Said.tsx'
import { useCancelling } from './use-cancelling.ts'

interface Props {
  readonly reservation: ListedReservation
  readonly phone: string
  readonly onClose: () => void
  readonly onDone: (cancelled: Cancelled) => void
}

/** Asks what is to be cancelled and shows the exact refund before anything is done. Escape leaves the reservation as it is. */
export function Cancelling({ reservation, phone, onClose, onDone }: Props) {
  const t = useText()
  const { offer, chosen, isOld, isBusy, refusal, hasChanged, toggle, send } = useCancelling(reservation.ReservationIdentifier, onDone)
  const [asCredit, setAsCredit] = useState(false)
  const close = (): void => {
    if (!isBusy) onClose()
  }
  const now = offer?.offer ?? null
  // Where no card can have anything back, credit is the one way.
  const isCredit = now?.mayBeCredit === true && (asCredit || now.toCard === 0)
  const problem = refusal ? refusalText(t, refusal) : !isOld && offer && now === null ? offer.message : ''
  return (
    <Dialog label={t('area.cancel.title')} onClose={close}>
      <div className="cancelling">
        <div>
          <h2 className="dlg-h">{t('area.cancel.title')}</h2>
          <p className="sub">
            <Named>{reservation.featureName}</Named>
          </p>
        </div>
        {offer && offer.items.length > 1 && <CancelItems items={offer.items} chosen={chosen} isBusy={isBusy} onToggle={toggle} />}
        <div className="stack" aria-live="polite" aria-busy={isOld && problem === ''}>
          {offer === null && problem === '' && <p className="meta">{t('area.cancel.loading')}</p>}
          {offer && chosen.size === 0 && problem === '' && <p className="meta">{t('area.cancel.chooseOne')}</p>}
          {hasChanged && <p className="note warn">{t('area.cancel.changed')}</p>}
          {now && chosen.size > 0 && (
            <CancelOffer
              offer={now}
              terms={offer?.terms ?? []}
              isUnpaid={reservation.IsUnpaid}
              isOld={isOld}
              isCredit={isCredit}
              isBusy={isBusy}
              onCredit={setAsCredit}
            />
          )}
        </div>
        {problem !== '' && <Problem text={problem} phone={phone} />}
        <div className="row wrap-ok">
          <button className="btn ghost" type="button" disabled={isBusy} onClick={close}>
            {t('area.cancel.no')}
          </button>
          {now && (
            <button
              className="btn primary"
              type="button"
              aria-disabled={isBusy || isOld || chosen.size === 0}
              onClick={() => void send(isCredit)}
            >
              {isBusy ? t('common.working') : <Yes refund={now.refund} isUnpaid={reservation.IsUnpaid} />}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** The button says what happens. */
function Yes({ refund, isUnpaid }: { readonly refund: number; readonly isUnpaid: boolean }) {
  const t = useText()
  if (isUnpaid) return t('area.cancel.yesFree')
  if (refund === 0) return t('area.cancel.yesNothing')
  return (
    <span>
      {t('area.cancel.yes')} <Amount of={refund} />
    </span>
  )
}

/** Why not, and the way on. */
function Problem({ text, phone }: { readonly text: string; readonly phone: string }) {
  const t = useText()
  return (
    <Said kind="bad">
      <p>{text}</p>
      <p>
        {t('area.cancel.callUs')}{' '}
        <a className="inline-link" href={`tel:${phone.replace(/[^\d*+]/g, '')}`}>
          <bdi dir="ltr">{phone}</bdi>
        </a>
      </p>
    </Said>
  )
}
