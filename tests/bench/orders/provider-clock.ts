import { AsyncLocalStorage } from 'node:async_hooks'
import { IncomingMessage, Server, ServerResponse } from 'node:http'
import pg from 'pg'

/**
 * Loaded into the shop's process by the benchmark of orders (`--import`), never by the shop: tells with each answer, as `server-timing: provider;dur=…` in ms,
 * how long the built-in provider was at work for it. The provider's work is every statement on its own tables, and every transaction that has one, from BEGIN
 * to the answer of COMMIT. What the shop waits for a connection counts as the shop's own.
 */

interface Request {
  providerMs: number
}

interface Transaction {
  readonly startedAt: number
  isProviders: boolean
}

const requests = new AsyncLocalStorage<Request>()
const known = new WeakMap<object, Request>()
const transactions = new WeakMap<object, Transaction>()
const PROVIDERS_TABLE = /\bsandbox_(form|card|charge|refund)\b/

type AnyFunction = (this: object, ...given: unknown[]) => unknown

/** Puts a function in the place of a method, which is handed to it. */
function wrap(prototype: object, name: string, around: (original: AnyFunction) => AnyFunction): void {
  Reflect.set(prototype, name, around(Reflect.get(prototype, name) as AnyFunction))
}

wrap(Server.prototype, 'emit', (emit) => {
  return function (...given) {
    if (given[0] !== 'request') return emit.apply(this, given)
    const request = { providerMs: 0 }
    for (const one of [given[1], given[2]]) if (typeof one === 'object' && one !== null) known.set(one, request)
    return requests.run(request, () => emit.apply(this, given))
  }
})

// A body arrives in events of the connection, which know no request; what is done after it belongs to its request all the same.
wrap(IncomingMessage.prototype, 'emit', (emit) => {
  return function (...given) {
    const request = known.get(this)
    return request ? requests.run(request, () => emit.apply(this, given)) : emit.apply(this, given)
  }
})

wrap(ServerResponse.prototype, 'writeHead', (writeHead) => {
  return function (...given) {
    const request = known.get(this)
    if (request && this instanceof ServerResponse) this.setHeader('server-timing', `provider;dur=${request.providerMs.toFixed(3)}`)
    return writeHead.apply(this, given)
  }
})

wrap(pg.Client.prototype, 'query', (query) => {
  return function (...given) {
    const request = requests.getStore()
    if (!request) return query.apply(this, given)
    const startedAt = performance.now()
    const text = textOf(given[0])
    const done = () => {
      request.providerMs += providersPart(this, text, startedAt)
    }
    const last = given.at(-1)
    if (typeof last === 'function') {
      const answered = last as AnyFunction
      const told: AnyFunction = function (...answer) {
        done()
        return answered.apply(this, answer)
      }
      return query.apply(this, [...given.slice(0, -1), told])
    }
    const answer = query.apply(this, given)
    if (answer instanceof Promise) answer.then(done, done)
    return answer
  }
})

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

/** Of a statement that was just answered, or of the transaction that it ends: how long the provider was at work, in ms. */
function providersPart(connection: object, text: string, startedAt: number): number {
  const open = transactions.get(connection)
  if (text === 'BEGIN') transactions.set(connection, { startedAt, isProviders: false })
  else if (text === 'COMMIT' || text === 'ROLLBACK') {
    transactions.delete(connection)
    return open?.isProviders ? performance.now() - open.startedAt : 0
  } else if (PROVIDERS_TABLE.test(text)) {
    if (!open) return performance.now() - startedAt
    open.isProviders = true
  }
  return 0
}
