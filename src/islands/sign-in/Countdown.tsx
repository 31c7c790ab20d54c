import { useEffect, useState } from 'react'
import { Press } from '#islands/ui/Press.tsx'
import { useText } from '#islands/ui/text.tsx'
import { FALLBACK_MS, type SentCode } from '#lib/client/sign-in/sign-in-state.ts'
import { ltr } from '#lib/text/isolate.ts'
import { Sign } from './signs.tsx'

interface Props {
  readonly sent: SentCode
  readonly isBusy: boolean
  readonly onAgain: () => void
  readonly onMail: () => void
}

/** Until when one waits for the code, and what can be done then: another message, or once the code by e-mail. */
export function Countdown({ sent, isBusy, onAgain, onMail }: Props) {
  const t = useText()
  const now = useNow(sent)
  const left = secondsUntil(sent.messagesLeft > 0 ? sent.nextAt : sent.sentAt + FALLBACK_MS, now)
  const canAsk = sent.messagesLeft > 0 && secondsUntil(sent.nextAt, now) === 0
  const offersMail = sent.isFallbackEnabled && !sent.isFallbackUsed
  const canMail = offersMail && secondsUntil(sent.sentAt + FALLBACK_MS, now) === 0
  const isWaiting = left > 0 && (sent.messagesLeft > 0 || offersMail)
  return (
    <>
      <div className="card row sign-in-wait">
        <Ring part={isWaiting ? left / Math.max(left, wholeWait(sent)) : 0} />
        <div>
          <b>{isWaiting ? t('signIn.waitFor', { time: ltr(clockText(left)) }) : whatIsLeft(t, canAsk, canMail)}</b>
          <p className="meta">
            {messagesText(t, sent)} {sent.isFallbackUsed ? t('signIn.mailUsed') : offersMail && t('signIn.mailToo')}
          </p>
        </div>
      </div>
      <p className="vh" role="status">
        {isWaiting ? spokenAtStart(t, sent) : t('signIn.spokenOpen')}
      </p>
      <div className="row wrap-ok">
        <Press className="btn ghost sm" isOff={!canAsk || isBusy} onClick={onAgain}>
          <Sign name="message" />
          {t('signIn.again')}
        </Press>
        {offersMail && (
          <Press className="btn ghost sm" isOff={!canMail || isBusy} onClick={onMail}>
            <Sign name="mail" />
            {t('signIn.byMail')}
          </Press>
        )}
      </div>
    </>
  )
}

/** What can be done once nothing is waited for. */
function whatIsLeft(t: ReturnType<typeof useText>, canAsk: boolean, canMail: boolean): string {
  if (canAsk) return t('signIn.canAsk')
  return t(canMail ? 'signIn.canAskMail' : 'signIn.noneLeftTitle')
}

function messagesText(t: ReturnType<typeof useText>, { messagesLeft }: SentCode): string {
  return messagesLeft > 0 ? t('signIn.messagesLeft', { count: messagesLeft }) : t('signIn.noMessagesLeft')
}

/** Said once at the start and once at the end, so that a screen reader is not flooded with seconds. */
function spokenAtStart(t: ReturnType<typeof useText>, sent: SentCode): string {
  const news = sent.isFallbackUsed && sent.channel === 'email' ? `${t('signIn.spokenMail')} ` : ''
  return news + t('signIn.spokenWait', { count: wholeWait(sent) })
}

function wholeWait({ messagesLeft, sentAt, nextAt }: SentCode): number {
  return Math.max(1, Math.round((messagesLeft > 0 ? nextAt - sentAt : FALLBACK_MS) / 1000))
}

function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1000))
}

function clockText(seconds: number): string {
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`
}

function useNow(sent: SentCode): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    // eslint-disable-next-line react-hooks/set-state-in-effect -- The clock may not be read while drawing.
    setNow(Date.now())
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [sent])
  return now
}

const ROUND = 2 * Math.PI * 18

function Ring({ part }: { readonly part: number }) {
  return (
    <svg className="ring" viewBox="0 0 44 44" aria-hidden="true">
      <circle className="ring-all" cx="22" cy="22" r="18" />
      {part > 0 && (
        <circle
          className="ring-left"
          cx="22"
          cy="22"
          r="18"
          strokeDasharray={`${(part * ROUND).toFixed(1)} 200`}
          transform="rotate(-90 22 22)"
        />
      )}
    </svg>
  )
}
