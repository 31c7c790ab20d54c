import { ROUTES } from '#lib/contract/routes/routes.ts'
import type { PackedStatus, SeatsChange } from '#lib/contract/show/seats.ts'
import { captchaToken } from '#lib/client/http/captcha.ts'
import { seatCalls } from './seat-calls.ts'
import { refreshStatus, takeWhole } from './seats-load.ts'
import { keepAsking, POLL_MS } from './seats-poll.ts'
import { whileHere } from './seats-presence.ts'
import { $granted, $seatsPhase, choosing, dispatch } from './seats-state.ts'

/** Events that have not begun by then do not come: a proxy may be holding them back. */
const PATIENCE_MS = 10_000
/** What the visitor has done comes back as an event within this time, else none get through. */
const ECHO_MS = 6_000
/** A stream that lasted for so long was a good one: when it ends, the next may begin. */
const GOOD_MS = 5_000
/** How long to poll before events are tried again; each failure doubles it, up to the second. */
const AGAIN_MS = 60_000
const AGAIN_SLOWEST_MS = 480_000
/** So that a thousand visitors do not come back in one moment. */
const SPREAD_MS = 2_000

type Stop = () => void
const nothing: Stop = () => undefined

/** Keeps the state of the seats fresh from now on, while the visitor looks at the page. @returns a function that stops it */
export function watchSeats(): Stop {
  return whileHere(() => {
    let stop = nothing
    const leave = $seatsPhase.subscribe((phase) => {
      stop()
      stop = phase === 'ready' && choosing() ? follow() : nothing
    })
    return () => {
      leave()
      stop()
    }
  })
}

/** By events where they are to be had, else by asking again and again; never both. */
function follow(): Stop {
  let stop = nothing
  let again = AGAIN_MS
  const later = (then: () => void, delay: number) => {
    const timer = setTimeout(then, delay)
    stop = () => clearTimeout(timer)
  }
  const listen = () => {
    stop = listenTo((wasGood) => {
      if (wasGood) {
        again = AGAIN_MS
        later(listen, Math.random() * SPREAD_MS)
      } else poll()
    })
  }
  const poll = () => {
    const stopAsking = keepAsking(refreshStatus, Math.random() * POLL_MS)
    const timer = setTimeout(() => {
      stopAsking()
      listen()
    }, again)
    again = Math.min(again * 2, AGAIN_SLOWEST_MS)
    stop = () => {
      stopAsking()
      clearTimeout(timer)
    }
  }
  if (typeof EventSource === 'undefined' || seatCalls.pollMs) return keepAsking(refreshStatus, 0, seatCalls.pollMs)
  listen()
  return () => stop()
}

/**
 * Takes changes over as they happen, from the version in hand on.
 * @param onEnd called once where the stream is lost; true where it had been a good one
 */
function listenTo(onEnd: (wasGood: boolean) => void): Stop {
  let source: EventSource | undefined
  let goodAt = Infinity
  let heardAt = -Infinity
  let isOver = false
  const close = () => {
    isOver = true
    clearTimeout(patience)
    unlisten()
    source?.close()
    dispatch({ kind: 'live', isLive: false })
  }
  const end = () => {
    if (isOver) return
    close()
    onEnd(performance.now() >= goodAt)
  }
  const patience = setTimeout(end, PATIENCE_MS)
  const unlisten = $granted.listen(() => {
    const earliest = performance.now() - ECHO_MS
    setTimeout(() => {
      if (heardAt >= earliest) return
      goodAt = Infinity
      end()
    }, ECHO_MS)
  })
  const hear = (type: string, take: (text: string) => void) => {
    source?.addEventListener(type, ({ data }: MessageEvent<string>) => {
      try {
        heardAt = performance.now()
        take(data)
      } catch {
        end()
      }
    })
  }
  void captchaToken('seats', 'show').then((token) => {
    if (isOver) return
    source = new EventSource(addressOf(token))
    source.onopen = () => {
      clearTimeout(patience)
      goodAt = performance.now() + GOOD_MS
      dispatch({ kind: 'live', isLive: true })
    }
    source.onerror = end
    hear('status', (text) => takeWhole(JSON.parse(text) as PackedStatus, performance.now()))
    hear('change', (text) => dispatch({ kind: 'change', ...(JSON.parse(text) as SeatsChange) }))
  })
  return close
}

function addressOf(token = ''): string {
  const { presentation, version = '' } = choosing() ?? {}
  const query = {
    presentationId: String(presentation?.id),
    since: version,
    ts: String(Date.now()),
    ...(token && { recaptchaToken: token }),
  }
  return `/api${ROUTES.watchSeats.path}?${new URLSearchParams(query).toString()}`
}
