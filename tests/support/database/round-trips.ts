import pg from 'pg'

/** What a piece of work asks of the database. */
export interface Asked {
  /** Each statement by its name, or its text where it has none; '| ' stands before those that begin a round trip. */
  readonly statements: readonly string[]
  /** How often it waits: statements that go to a connection before those in front of them are answered go together. */
  readonly roundTrips: number
}

type Query = (...given: unknown[]) => unknown

/** Counts what this process asks of the database while it works; nothing else may be at work meanwhile. */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<Asked> {
  const statements: string[] = []
  const inFlight = new WeakMap<object, number>()
  const query = Reflect.get(pg.Client.prototype, 'query') as Query
  const counted = function (this: pg.Client, ...given: unknown[]): unknown {
    // One that does not pipeline sends each statement when those before it are answered.
    const before = this.pipeline ? (inFlight.get(this) ?? 0) : 0
    statements.push(`${before === 0 ? '| ' : ''}${nameOf(given[0])}`)
    inFlight.set(this, before + 1)
    const answered = () => inFlight.set(this, (inFlight.get(this) ?? 1) - 1)
    const last = given.at(-1)
    if (typeof last === 'function') return query.apply(this, [...given.slice(0, -1), told(last as Query, answered)])
    const answer = query.apply(this, given) as Promise<unknown>
    answer.then(answered, answered)
    return answer
  }
  Object.assign(pg.Client.prototype, { query: counted })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return { statements, roundTrips: statements.filter((one) => one.startsWith('| ')).length }
}

function told(callback: Query, answered: () => void): Query {
  return (...answer) => {
    answered()
    return callback(...answer)
  }
}

function nameOf(asked: unknown): string {
  if (typeof asked === 'string') return asked
  return typeof asked === 'object' && asked !== null && 'name' in asked ? String(asked.name) : 'unnamed'
}
