import { STEP } from '#lib/domain/crowd/pace.ts'
import { queriesWaiting } from '#lib/server/platform/db/connect.ts'
import type { Answering } from '#lib/server/platform/http/answer-in-line.ts'
import { KnownKeys } from '#lib/server/keys/known-keys.ts'
import { cookieNames } from '#lib/server/platform/http/cookie-names.ts'
import { callerOfMessage } from '#lib/server/platform/http/limits/network.ts'
import { processesThere } from '#lib/server/platform/jobs/shop-processes.ts'
import { BusyWatch } from './busy.ts'
import { Crowd } from './crowd.ts'
import { Elsewhere } from './elsewhere.ts'
import type { WaitingAnswers } from './waiting-answer.ts'

interface Room {
  readonly waiting: WaitingAnswers
  readonly room: 'auto' | number
}

/** Answers as before, and keeps newcomers waiting for as long as the shop is full. */
export function withWaitingRoom(answerPage: Answering, { waiting, room }: Room): Answering {
  const watch = new BusyWatch(queriesWaiting)
  const crowd = new Crowd({ look: () => watch.look(), room, processes: processesThere })
  const elsewhere = new Elsewhere()
  const keys = new KnownKeys()
  setInterval(() => {
    crowd.step()
  }, STEP).unref()
  return async (request, answer) => {
    const caller = callerOfMessage(request)
    const stranger = crowd.strangerOf(request, caller)
    if (stranger !== undefined && (await elsewhere.isInside(stranger))) crowd.remember(stranger)
    const key = crowd.keyOf(request, caller)
    const isServer = key !== undefined && (await keys.has(key))
    const wait = isServer
      ? undefined
      : crowd.waitOf(request, caller, (line) => {
          answer.onHead(() => {
            answer.appendHeader('Set-Cookie', line)
          })
        })
    if (wait) {
      await waiting.answer(request, answer, wait)
      return
    }
    answer.onHead(() => {
      const sid = newSessionOf(answer.getHeader('set-cookie'))
      if (sid !== undefined) crowd.remember(sid)
    })
    const end = watch.begin()
    try {
      await answerPage(request, answer)
    } finally {
      end()
    }
  }
}

/** The session that an answer begins, by its Set-Cookie lines. */
function newSessionOf(lines: number | string | readonly string[] | undefined): string | undefined {
  const start = `${cookieNames().sid}=`
  return [lines]
    .flat()
    .find((line) => String(line).startsWith(start))
    ?.toString()
    .slice(start.length)
    .split(';')[0]
}
