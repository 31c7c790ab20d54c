import pg from 'pg'

/** A column as PostgreSQL describes it. */
export interface Column {
  readonly name: string
  /** The type's name, `_int4` for an array. */
  readonly type: string
  /** Whether the table's column may be null; undefined if it is none of a table. */
  readonly isNullable: boolean | undefined
}

/** What a statement takes and answers. */
export interface Described {
  readonly parameters: readonly string[]
  readonly columns: readonly Column[]
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
  readonly tableID: number
  readonly columnID: number
}

interface Wire {
  parse(query: { readonly text: string; readonly name: string; readonly types: readonly number[] }, more: boolean): void
  describe(what: { readonly type: 'S'; readonly name: string }, more: boolean): void
  sync(): void
  once(event: 'parameterDescription', hear: (message: { readonly dataTypeIDs: readonly number[] }) => void): void
}

/** Asks a migrated database what each text takes and answers. Nothing is run. */
export class Describer {
  readonly #client: pg.Client
  readonly #types = new Map<number, string>()
  readonly #isNullable = new Map<string, boolean>()

  constructor(url: string) {
    this.#client = new pg.Client(url)
  }

  async open(): Promise<void> {
    await this.#client.connect()
    const types = await this.#client.query<{ oid: number; name: string }>('SELECT oid::int AS oid, typname AS name FROM pg_type')
    for (const { oid, name } of types.rows) this.#types.set(oid, name)
    const columns = await this.#client.query<{ place: string; isNullable: boolean }>(
      `SELECT attrelid || ':' || attnum AS place, NOT attnotnull AS "isNullable" FROM pg_attribute WHERE attnum > 0`,
    )
    for (const { place, isNullable } of columns.rows) this.#isNullable.set(place, isNullable)
  }

  close(): Promise<void> {
    return this.#client.end()
  }

  /** @throws what the database says against it. */
  async describe(text: string): Promise<Described> {
    const { parameters, fields } = await this.#ask(text)
    return {
      parameters: parameters.map((oid) => this.#types.get(oid) ?? ''),
      columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: this.#types.get(dataTypeID) ?? '',
        isNullable: this.#isNullable.get(`${String(tableID)}:${String(columnID)}`),
      })),
    }
  }

  #ask(text: string): Promise<{ readonly parameters: readonly number[]; readonly fields: readonly Field[] }> {
    return new Promise((resolve, reject) => {
      let parameters: readonly number[] = []
      let fields: readonly Field[] = []
      this.#client.query({
        submit(connection: pg.Connection) {
          const wire = connection as unknown as Wire
          wire.once('parameterDescription', ({ dataTypeIDs }) => (parameters = dataTypeIDs))
          wire.parse({ text, name: '', types: [] }, true)
          wire.describe({ type: 'S', name: '' }, true)
          wire.sync()
        },
        handleRowDescription: (message: { readonly fields: readonly Field[] }) => (fields = message.fields),
        handleError: reject,
        handleReadyForQuery: () => {
          resolve({ parameters, fields })
        },
      } as pg.Submittable)
    })
  }
}
