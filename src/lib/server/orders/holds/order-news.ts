import { EventEmitter } from 'node:events'

const news = new EventEmitter().setMaxListeners(0)

/** Tells whoever waits in this process that an order has got another state. */
export function tellOrderSettled(orderId: string): void {
  news.emit(orderId)
}

/** Resolves when this process hears of the order, or after so many ms: another process may have settled it. */
export function orderNews(orderId: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      news.off(orderId, done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    news.once(orderId, done)
  })
}
