import { percentile } from '../bench.ts'

/** Times of one step, in ms. */
export interface Times {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** What a load came to. */
export interface Report {
  readonly visitors: number
  /** Visits that came to their end: a kept cart, or an order. */
  readonly done: number
  readonly orders: number
  readonly seatsSold: number
  /** Numbered seats that two answers have sold. */
  readonly seatsSoldTwice: number
  readonly seconds: number
  readonly visitsASecond: number
  readonly ordersASecond: number
  /** Visitors who were told to wait, and how often. */
  readonly toldToWait: number
  readonly waits: number
  /** Choices of a seat that somebody else was quicker with, which were made again. */
  readonly contended: number
  readonly steps: Readonly<Record<string, Times>>
  /** Visits that ended early, by step and reason. */
  readonly errors: Readonly<Record<string, number>>
}

/** Counts what visits come to, by the answers that they get. */
export class Tally {
  readonly #times = new Map<string, number[]>()
  readonly #errors = new Map<string, number>()
  readonly #sold = new Map<string, number>()
  #done = 0
  #orders = 0
  #toldToWait = 0
  #waits = 0
  #contended = 0

  get finished(): number {
    return this.#done + [...this.#errors.values()].reduce((sum, count) => sum + count, 0)
  }

  took(step: string, ms: number): void {
    const times = this.#times.get(step) ?? []
    times.push(ms)
    this.#times.set(step, times)
  }

  failed(step: string, why: string): void {
    const name = `${step}: ${why}`
    this.#errors.set(name, (this.#errors.get(name) ?? 0) + 1)
  }

  waited(times: number): void {
    this.#waits += times
    if (times > 0) this.#toldToWait++
  }

  contended(): void {
    this.#contended++
  }

  /** @param seats of one order, by names that no other seat has; empty: it has places only */
  sold(seats: readonly string[]): void {
    this.#orders++
    for (const seat of seats) this.#sold.set(seat, (this.#sold.get(seat) ?? 0) + 1)
  }

  done(ms: number): void {
    this.#done++
    this.took('visit', ms)
  }

  report(visitors: number, seconds: number): Report {
    return {
      visitors,
      done: this.#done,
      orders: this.#orders,
      seatsSold: this.#sold.size,
      seatsSoldTwice: [...this.#sold.values()].filter((count) => count > 1).length,
      seconds,
      visitsASecond: this.#done / seconds,
      ordersASecond: this.#orders / seconds,
      toldToWait: this.#toldToWait,
      waits: this.#waits,
      contended: this.#contended,
      steps: Object.fromEntries([...this.#times].map(([step, times]) => [step, timesOf(times)])),
      errors: Object.fromEntries([...this.#errors].sort(([, one], [, other]) => other - one)),
    }
  }
}

function timesOf(times: readonly number[]): Times {
  return { count: times.length, p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99) }
}

/** The report as lines. */
export function linesOf(report: Report): readonly string[] {
  const { visitors, done, orders, seatsSold, seatsSoldTwice, seconds, toldToWait, waits, contended } = report
  return [
    `${String(visitors)} visitors in ${seconds.toFixed(1)} s: ${String(done)} visits came to their end, ${report.visitsASecond.toFixed(1)}/s; ${String(orders)} orders, ${report.ordersASecond.toFixed(1)}/s`,
    `numbered seats sold: ${String(seatsSold)}, of them sold twice: ${String(seatsSoldTwice)}`,
    `told to wait: ${String(toldToWait)} visitors, ${String(waits)} times; seats that somebody else was quicker with: ${String(contended)}`,
    ...Object.entries(report.steps).map(
      ([step, { count, p50, p95, p99 }]) => `  ${step}: ${String(count)}, p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)}`,
    ),
    ...(Object.keys(report.errors).length === 0 ? ['no errors'] : ['errors:']),
    ...Object.entries(report.errors).map(([name, count]) => `  ${name}: ${String(count)}`),
  ]
}

function ms(value: number): string {
  return `${value.toFixed(0)} ms`
}
