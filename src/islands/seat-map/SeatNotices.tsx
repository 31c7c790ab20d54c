import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useText } from '#islands/ui/text.tsx'
import { $seatNotice } from '#lib/client/seats/seats.ts'
import { noticeText, type Groups } from './seat-words.ts'

const SPOKEN_MS = 7000

/** What is lost or did not reach the shop; all else is said when the reader has come to an end. */
const URGENT: readonly string[] = ['lost', 'taken', 'refused', 'offline']

/** Speaks of what became of a choice, once. SeatCallout shows it. */
export function SeatNotices({ groups }: { readonly groups: Groups }) {
  const t = useText()
  const notice = useStore($seatNotice, { ssr: 'initial' })
  const [spoken, setSpoken] = useState<typeof notice>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSpoken(notice), SPOKEN_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const text = notice && notice !== spoken ? noticeText(t, notice, groups) : ''
  const isUrgent = URGENT.includes(notice?.kind ?? '')
  return (
    <>
      <p className="vh" role="status">
        {isUrgent ? '' : text}
      </p>
      <p className="vh" role="alert">
        {isUrgent ? text : ''}
      </p>
    </>
  )
}
