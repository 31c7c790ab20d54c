import { Named } from '#islands/ui/named.tsx'
import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#islands/ui/text.tsx'
import { indexOfSeat, isGood } from '#lib/client/seats/seats-next.ts'
import { $seatNotice } from '#lib/client/seats/seats.ts'
import { useCalloutHost } from './callout-host.ts'
import { useCalloutPlace } from './callout-place.ts'
import { nextStep } from './next-steps.tsx'
import { noticeText, type Groups, type Notice } from '#islands/seat-map/seat-words.ts'
import { Sign } from '#islands/seat-map/signs.tsx'

interface Props {
  readonly groups: Groups
  /** Whether it may stand on the map, beside its seat; what is chosen in the list is told of there. */
  readonly isOnMap: boolean
}

/** What became of a press, where it was made, with what one may do next. The words are spoken by SeatNotices. */
export function SeatCallout({ groups, isOnMap }: Props) {
  const notice = useStore($seatNotice)
  const [closed, setClosed] = useState<Notice | null>(null)
  if (!notice || notice === closed) return null
  const step = nextStep(notice, groups)
  if (isGood(notice) && step === null) return null
  const key = notice.kind + notice.seats.map(({ key: seat }) => seat).join()
  return (
    <Callout key={key} notice={notice} groups={groups} isOnMap={isOnMap} onClose={() => setClosed(notice)}>
      {step}
    </Callout>
  )
}

interface CalloutProps extends Props {
  readonly notice: Notice
  readonly onClose: () => void
  /** null where there is nothing to do but to read. */
  readonly children: ReactNode
}

function Callout({ notice, groups, isOnMap, onClose, children }: CalloutProps) {
  const t = useText()
  const seat = indexOfSeat(notice.seats[0])
  const host = useCalloutHost(notice)
  const box = useCalloutPlace(isOnMap ? seat : -1, host)
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  })
  const content = (
    <div ref={box} className={isGood(notice) ? 'callout good' : 'callout'} role="group" aria-label={t('seats.callout')}>
      <p>
        <Named>{noticeText(t, notice, groups)}</Named>
      </p>
      <button className="btn icon" type="button" aria-label={t('seats.callout.close')} onClick={onClose}>
        <Sign name="close" />
      </button>
      {children !== null && <div className="callout-acts">{children}</div>}
      <i className="tail" aria-hidden="true" />
    </div>
  )
  return host ? createPortal(content, host) : content
}
