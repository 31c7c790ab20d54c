import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { useText } from '#islands/text.tsx'
import { $seatNotice } from '#lib/client/seats.ts'
import type { Translate } from '#lib/text/translate.ts'
import { seatNames, totalNow, type Groups } from './seat-words.ts'

type Notice = NonNullable<ReturnType<typeof $seatNotice.get>>
const SHOWN_MS = 7000

/** Says what became of a choice: politely where it went as wished, at once and visibly where it did not. */
export function SeatNotices({ groups, maxSeats }: { readonly groups: Groups; readonly maxSeats: number }) {
  const t = useText()
  const notice = useStore($seatNotice, { ssr: 'initial' })
  const isGood = notice?.kind === 'selected' || notice?.kind === 'released'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    setShown(notice !== null)
    const timer = setTimeout(() => setShown(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [notice])
  const text = notice && isShown ? wordsOf(t, notice, groups, maxSeats) : ''
  return (
    <>
      <p className="vh" role="status">
        {isGood ? text : ''}
      </p>
      <p className="seat-say" role="alert">
        {isGood ? '' : text}
      </p>
    </>
  )
}

function wordsOf(t: Translate, { kind, seats, message }: Notice, groups: Groups, max: number): string {
  if (kind === 'limit') return t('seats.limit', { max })
  if (message !== '') return message
  return t(`seats.say.${kind}`, { count: seats.length, seats: seatNames(t, seats), total: totalNow(groups) })
}
