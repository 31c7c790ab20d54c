import pg from 'pg'

/** A statement that this process has sent. */
export interface Recorded {
  readonly text: string
  readonly values: readonly unknown[]
}

type Query = (...given: unknown[]) => unknown

/** What is sent to the database while something is at work. */
export async function recordStatements(work: () => Promise<unknown>): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = []
  const query = Reflect.get(pg.Client.prototype, 'query') as Query
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]): unknown {
      recorded.push(statementOf(given))
      return query.apply(this, given)
    },
  })
  try {
    await work()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return recorded
}

function statementOf([asked, more]: readonly unknown[]): Recorded {
  if (typeof asked === 'string') return { text: asked, values: Array.isArray(more) ? more : [] }
  const { text, values = [] } = asked as { readonly text: string; readonly values?: readonly unknown[] }
  return { text, values }
}
