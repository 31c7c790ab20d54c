import { Named } from '#islands/ui/named.tsx'
import { useState, type ReactNode } from 'react'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { useText } from '#islands/ui/text.tsx'
import type { Cancelled, ListedReservation, Offer } from '#lib/client/customer/customer-area.ts'
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
  const isNone = chosen.size === 0
  const isCredit = isByCredit(now, asCredit)
  const problem = refusal ? refusalText(t, refusal) : messageWithoutOffer(isOld ? null : offer)
  return (
    <Dialog label={t('area.cancel.title')} onClose={close}>
      <div className="cancelling">
        <div>
          <h2 className="dlg-h">{t('area.cancel.title')}</h2>
          <p className="sub">
            <Named>{reservation.featureName}</Named>
          </p>
        </div>
        {offer && <CancelItems items={offer.items} chosen={chosen} isBusy={isBusy} onToggle={toggle} />}
        <div className="stack" aria-live="polite" aria-busy={isAwaited(isOld, isNone, problem)}>
          {problem === '' && <WhatNext isLoading={offer === null} isNone={isNone} />}
          {hasChanged && <p className="note warn">{t('area.cancel.changed')}</p>}
          {now && !isNone && (
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
        <Problem text={problem} phone={phone} />
        <div className="row wrap-ok">
          <button className="btn ghost" type="button" disabled={isBusy} onClick={close}>
            {t('area.cancel.no')}
          </button>
          {now && (
            <Do isBusy={isBusy} isReady={!isOld && !isNone} onPress={() => void send(isCredit)}>
              <Yes refund={now.refund} isUnpaid={reservation.IsUnpaid} />
            </Do>
          )}
        </div>
      </div>
    </Dialog>
  )
}

interface DoProps {
  readonly isBusy: boolean
  readonly isReady: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Do({ isBusy, isReady, onPress, children }: DoProps) {
  const t = useText()
  return (
    <button className="btn primary" type="button" aria-disabled={isBusy || !isReady} onClick={onPress}>
      {isBusy ? t('common.working') : children}
    </button>
  )
}

/** Whether an offer is on its way: with nothing chosen none is asked for. */
function isAwaited(isOld: boolean, isNone: boolean, problem: string): boolean {
  return isOld && !isNone && problem === ''
}

/** Where no card can have anything back, credit is the one way. */
function isByCredit(offer: Offer['offer'], isWanted: boolean): boolean {
  return offer?.mayBeCredit === true && (isWanted || offer.toCard === 0)
}

/** Why nothing can be cancelled, if the answer says so. */
function messageWithoutOffer(answer: ReturnType<typeof useCancelling>['offer']): string {
  return answer?.offer === null ? answer.message : ''
}

/** What is still to come before there is an offer: its answer, or something chosen. */
function WhatNext({ isLoading, isNone }: { readonly isLoading: boolean; readonly isNone: boolean }) {
  const t = useText()
  if (!isLoading && !isNone) return null
  return <p className="meta">{t(isLoading ? 'area.cancel.loading' : 'area.cancel.chooseOne')}</p>
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
  if (text === '') return null
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
