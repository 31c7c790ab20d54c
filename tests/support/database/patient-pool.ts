import pg from 'pg'
import { afterAll } from 'vitest'

/**
 * Waits without limit for connections and row locks in tests, which send hundreds of calls at once on slow machines. A shop would soon answer that it is
 * busy instead.
 */
const connect: unknown = Reflect.get(pg.Pool.prototype, 'connect')
Object.assign(pg.Pool.prototype, {
  connect(this: pg.Pool, ...given: unknown[]): unknown {
    this.options.connectionTimeoutMillis = 0
    this.options.options = this.options.options?.replace('lock_timeout=5s', 'lock_timeout=0')
    return typeof connect === 'function' ? Reflect.apply(connect, this, given) : undefined
  },
})

// The next file of this process brings its own.
afterAll(() => {
  Object.assign(pg.Pool.prototype, { connect })
})
