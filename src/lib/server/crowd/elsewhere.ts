import { setTimeout as sleep } from 'node:timers/promises'
import { seenLately } from '#lib/server/customers/session/visitors.ts'
import { log } from '#lib/server/platform/log/log.ts'
import { GOES_ON } from './crowd.ts'

/** Sessions are collected for this long, in ms, and up to this many, for one statement: a full shop must query its database little. */
const GATHERED = 50
const MOST = 2_000

/**
 * Asks the database who was at another process of the shop lately, or at this one before it was started anew: they may hold seats, and do not wait for their turn
 * again because a load balancer sends them here.
 */
export class Elsewhere {
  readonly #read: (sids: readonly string[]) => Promise<ReadonlySet<string>>
  #asked = new Set<string>()
  #answer: Promise<ReadonlySet<string>> | undefined
  #before: Promise<unknown> = Promise.resolve()

  constructor(read = (sids: readonly string[]) => seenLately(sids, GOES_ON)) {
    this.#read = read
  }

  /** @param sid the secret of a session @returns false also if the database cannot be asked now; the visitor then waits and asks again */
  async isInside(sid: string): Promise<boolean> {
    if (this.#asked.size >= MOST) return false
    this.#asked.add(sid)
    const answer = (this.#answer ??= this.#ask())
    return (await answer).has(sid)
  }

  /** One statement at a time, for all who came while the one before was under way. */
  async #ask(): Promise<ReadonlySet<string>> {
    const before = this.#before
    const { promise: done, resolve } = Promise.withResolvers<undefined>()
    this.#before = done
    await Promise.all([before, sleep(GATHERED, undefined, { ref: false })])
    const asked = [...this.#asked]
    this.#asked = new Set()
    this.#answer = undefined
    try {
      return await this.#read(asked)
    } catch (error) {
      log().debug({ err: error }, 'who is inside elsewhere could not be read')
      return new Set()
    } finally {
      resolve(undefined)
    }
  }
}
