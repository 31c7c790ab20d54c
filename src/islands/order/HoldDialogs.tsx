import { useEffect, useState } from 'react'
import { BusyLabel } from '#islands/ui/BusyLabel.tsx'
import { Dialog } from '#islands/ui/Dialog.tsx'
import { Icon } from '#islands/ui/icon.tsx'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { extendHold } from '#lib/client/order/extend-hold.ts'
import type { Hold } from '#lib/client/order/timer.ts'
import { markExpiry } from '#lib/client/seats/expiry-mark.ts'
import { showToast } from '#lib/client/toasts.ts'

const LEAVE_AFTER_MS = 6000
const WARNED_MARK = 'last-minute-seen'
const LAST_MINUTE_MS = 60_000

/** At 1:00: five minutes more, once. Escape means to go on without; the next page of that minute does not ask again. */
export function LastMinuteDialog({ hold }: { readonly hold: Hold }) {
  const t = useText()
  const [closed, setClosed] = useState(wasWarned)
  const [left] = useState(hold.secondsLeft)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  if (closed) return null
  const goOn = (): void => {
    sessionStorage.setItem(WARNED_MARK, String(Date.now()))
    setClosed(true)
  }
  const extend = async (): Promise<void> => {
    setBusy(true)
    setFailure('')
    const answer = await extendHold()
    setBusy(false)
    setFailure(answer.ok ? '' : answer.refusal.message || t('order.offline'))
    if (answer.ok) showToast(t('order.extended'), 'ok')
  }
  return (
    <Dialog label={t('order.lastMinuteLabel')} onClose={goOn}>
      <p className="row">
        <Icon name="clock" />
        <span>
          <b>{t(left > 55 ? 'order.lastMinute' : 'order.underMinute')}</b> {hold.canExtend ? t('order.needMore') : t('order.extensionUsed')}
        </span>
      </p>
      {hold.canExtend && failure !== '' && (
        <p className="note bad" role="alert">
          {failure}
        </p>
      )}
      <div className="row wrap-ok">
        {hold.canExtend && (
          <Press className="btn primary" isOff={busy} onClick={() => void extend()}>
            <BusyLabel isBusy={busy}>{t('order.extend')}</BusyLabel>
          </Press>
        )}
        <button className="btn quiet" type="button" onClick={goOn}>
          {t('order.goOn')}
        </button>
      </div>
    </Dialog>
  )
}

function wasWarned(): boolean {
  return Date.now() - Number(sessionStorage.getItem(WARNED_MARK)) < LAST_MINUTE_MS
}

/** After five minutes without a sign of the visitor (spec §9): the seats are kept, or given back to others. Escape keeps them. */
export function IdleDialog({ hasSeats, onStay }: { readonly hasSeats: boolean; readonly onStay: () => void }) {
  const t = useText()
  const [busy, setBusy] = useState(false)
  const release = async (): Promise<void> => {
    setBusy(true)
    const { $selectedSeats, releaseSeat } = await import('#lib/client/seats/seats.ts')
    for (const { key } of $selectedSeats.get()) await releaseSeat(key)
    onStay()
  }
  return (
    <Dialog label={t('order.idleTitle')} onClose={onStay}>
      <h2 className="dlg-h">{t('order.idleTitle')}</h2>
      <p>{t('order.idleText')}</p>
      <div className="row wrap-ok">
        <Press className="btn primary" isOff={busy} onClick={onStay}>
          {t('order.idleStay')}
        </Press>
        {hasSeats && (
          <Press className="btn quiet" isOff={busy} onClick={() => void release()}>
            <BusyLabel isBusy={busy}>{t('order.idleRelease')}</BusyLabel>
          </Press>
        )}
      </div>
    </Dialog>
  )
}

/** At 0 the browser goes where the timer says (spec §4); what was typed is kept, and the next page says why it came. */
export function ExpiredDialog({ url }: { readonly url: string }) {
  const t = useText()
  const leave = (): void => {
    markExpiry()
    location.assign(url)
  }
  useEffect(() => {
    const timer = setTimeout(leave, LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return (
    <Dialog label={t('order.expiredTitle')} onClose={leave}>
      <h2 className="dlg-h">{t('order.expiredTitle')}</h2>
      <p>{t('order.expiredText')}</p>
      <div className="row wrap-ok">
        <button className="btn primary" type="button" onClick={leave}>
          {t('order.chooseAgain')}
        </button>
      </div>
    </Dialog>
  )
}
