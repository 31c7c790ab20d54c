import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useText } from '#islands/text.tsx'
import { isGood } from '#lib/client/seats-next.ts'
import { $seatNotice } from '#lib/client/seats.ts'
import { noticeText, type Groups } from './seat-words.ts'

const SPOKEN_MS = 7000

/** Speaks of what became of a choice, once: politely where it went as wished, at once where it did not. SeatCallout shows it. */
export function SeatNotices({ groups }: { readonly groups: Groups }) {
  const t = useText()
  const notice = useStore($seatNotice, { ssr: 'initial' })
  const [isSpoken, setSpoken] = useState(false)
  useEffect(() => {
    setSpoken(notice !== null)
    const timer = setTimeout(() => setSpoken(false), SPOKEN_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const text = notice && isSpoken ? noticeText(t, notice, groups) : ''
  const good = notice !== null && isGood(notice)
  return (
    <>
      <p className="vh" role="status">
        {good ? text : ''}
      </p>
      <p className="vh" role="alert">
        {good ? '' : text}
      </p>
    </>
  )
}
