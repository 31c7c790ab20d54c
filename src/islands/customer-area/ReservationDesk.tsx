import { useEffect, useState } from 'react'
import { TextProvider, useText, type TextProps } from '#islands/ui/text.tsx'
import { $reservations, sendAgain, type Cancelled, type ListedReservation } from '#lib/client/customer/customer-area.ts'
import { Cancelling } from './Cancelling.tsx'
import { DoneMessage } from './DoneMessage.tsx'
import { showList } from './shown-list.ts'
import './area.css'

interface Props {
  readonly reservations: readonly ListedReservation[]
  readonly phone: string
}

/** Does what the buttons of the list ask for, which the server has printed: cancelling and sending again. */
export function ReservationDesk({ texts, locale, ...props }: Props & TextProps) {
  return (
    <TextProvider texts={texts} locale={locale}>
      <Desk {...props} />
    </TextProvider>
  )
}

interface Done {
  readonly name: string
  readonly cancelled: Cancelled
}

function Desk({ reservations, phone }: Props) {
  const t = useText()
  const [asked, setAsked] = useState<string | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  useEffect(() => $reservations.set(reservations), [reservations])
  useEffect(() => listen(setAsked, (resId) => void resend(resId, t)), [t])
  const reservation = useListed(asked)
  const finish = (cancelled: Cancelled): void => {
    setDone({ name: reservation?.featureName ?? '', cancelled })
    setAsked(null)
    void showList()
  }
  return (
    <>
      {done && (
        <DoneMessage key={done.cancelled.reservation.ReservationIdentifier + String(done.cancelled.reservation.Quantity)} {...done} />
      )}
      {reservation && <Cancelling reservation={reservation} phone={phone} onClose={() => setAsked(null)} onDone={finish} />}
    </>
  )
}

/** A reservation as it was listed when its button was pressed: the dialog does not change under its reader. */
function useListed(resId: string | null): ListedReservation | undefined {
  const [listed, setListed] = useState<{ readonly of: string | null; readonly found?: ListedReservation }>({ of: null })
  if (listed.of !== resId) {
    setListed({ of: resId, found: $reservations.get().find(({ ReservationIdentifier }) => ReservationIdentifier === resId) })
  }
  return listed.of === resId ? listed.found : undefined
}

function listen(onCancel: (resId: string) => void, onResend: (resId: string) => void): () => void {
  const press = ({ target }: MouseEvent): void => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-cancel], [data-resend]') : null
    const { cancel, resend: again } = button?.dataset ?? {}
    if (cancel !== undefined) onCancel(cancel)
    if (again !== undefined) onResend(again)
  }
  document.addEventListener('click', press)
  document.documentElement.dataset.desk = 'open'
  return () => document.removeEventListener('click', press)
}

/** What became of it is said on the reservation's own card. */
async function resend(resId: string, t: ReturnType<typeof useText>): Promise<void> {
  const said = document.querySelector<HTMLElement>(`[data-said="${CSS.escape(resId)}"]`)
  const button = document.querySelector<HTMLButtonElement>(`[data-resend="${CSS.escape(resId)}"]`)
  if (!said || !button || button.getAttribute('aria-disabled') === 'true') return
  button.setAttribute('aria-disabled', 'true')
  const refusal = await sendAgain(resId)
  button.removeAttribute('aria-disabled')
  button.closest('details')?.removeAttribute('open')
  button.closest('details')?.querySelector('summary')?.focus()
  said.textContent = refusal === null ? (button.dataset.sent ?? t('area.resent')) : refusal.message || t('area.resendFailed')
}
