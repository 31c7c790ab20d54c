import pg from 'pg'

/**
 * Tests send hundreds of calls through one pool at once, on machines that stall: who asks for a connection gets one, and who waits for a row gets it. That a
 * shop soon says that it is busy, instead, is no matter of theirs.
 */
const connect: unknown = Reflect.get(pg.Pool.prototype, 'connect')
Object.assign(pg.Pool.prototype, {
  connect(this: pg.Pool, ...given: unknown[]): unknown {
    this.options.connectionTimeoutMillis = 0
    this.options.options = this.options.options?.replace('lock_timeout=5s', 'lock_timeout=0')
    return typeof connect === 'function' ? Reflect.apply(connect, this, given) : undefined
  },
})
