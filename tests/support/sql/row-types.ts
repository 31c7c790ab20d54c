import ts from 'typescript'
import type { Column, Described } from './described.ts'

/** What a value of PostgreSQL is in JavaScript, as the parsers of `connect.ts` make it. */
const IN_CODE: Readonly<Record<string, string>> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  oid: 'number',
  bool: 'boolean',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  timestamptz: 'Date',
  timestamp: 'Date',
  date: 'Date',
  bytea: 'Buffer',
  json: 'any',
  jsonb: 'any',
}

/** What a parameter may be handed beside what such a column is read as. */
const ALSO_TAKEN: Readonly<Record<string, readonly string[]>> = {
  timestamptz: ['string'],
  _timestamptz: ['string[]'],
  date: ['string'],
  int8: ['string'],
  json: ['string'],
  jsonb: ['string'],
}

/** Differences between what the database answers and what the code says of it, one line each. */
export class RowTypes {
  readonly #checker: ts.TypeChecker

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker
  }

  differences(row: ts.Type | undefined, values: readonly ts.Type[] | undefined, { parameters, columns }: Described): readonly string[] {
    return [...(row ? this.#ofRow(row, columns) : []), ...(values ? this.#ofValues(values, parameters) : [])]
  }

  #ofRow(row: ts.Type, columns: readonly Column[]): readonly string[] {
    return row.getProperties().flatMap((property) => {
      const column = columns.find(({ name }) => name === property.name)
      const mayBeMissing = (property.flags & ts.SymbolFlags.Optional) !== 0
      if (!column) return mayBeMissing ? [] : [`no column is called ${property.name}`]
      const said = this.#kindsOf(this.#checker.getTypeOfSymbol(property))
      const is = inCode(column.type)
      if (is === 'any' || said.has('any')) return []
      const wrong = [...said].filter((kind) => kind !== is && kind !== 'null')
      const isNullForgotten = column.isNullable === true && !said.has('null')
      return [
        ...(wrong.length > 0 ? [`${property.name} is ${is} (${column.type}), not ${wrong.join(' or ')}`] : []),
        ...(isNullForgotten ? [`${property.name} may be null`] : []),
      ]
    })
  }

  #ofValues(values: readonly ts.Type[], parameters: readonly string[]): readonly string[] {
    if (values.length !== parameters.length) return [`${String(parameters.length)} parameters, ${String(values.length)} values`]
    return parameters.flatMap((type, at) => {
      const given = values[at]
      const taken = new Set([inCode(type), 'any', 'null', ...(ALSO_TAKEN[type] ?? [])])
      const odd = given && inCode(type) !== 'any' ? [...this.#kindsOf(given)].filter((kind) => !taken.has(kind)) : []
      return odd.length > 0 ? [`$${String(at + 1)} is ${type}, not ${odd.join(' or ')}`] : []
    })
  }

  /** `null`, `number[]` … of every member of a union. */
  #kindsOf(type: ts.Type): ReadonlySet<string> {
    return new Set((type.isUnion() ? type.types : [type]).map((one) => this.#kindOf(one)))
  }

  #kindOf(type: ts.Type): string {
    const { flags } = type
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return 'any'
    if (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return 'null'
    // A branded number or text, as Agorot.
    if (type.isIntersection()) return type.types.map((one) => this.#kindOf(one)).find((kind) => kind !== 'object') ?? 'object'
    if (flags & ts.TypeFlags.StringLike) return 'string'
    if (flags & ts.TypeFlags.NumberLike) return 'number'
    if (flags & ts.TypeFlags.BooleanLike) return 'boolean'
    if (this.#checker.isArrayLikeType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference)
      const kinds = element ? [...this.#kindsOf(element)].filter((kind) => kind !== 'null') : []
      return kinds.length === 0 || kinds.includes('any') ? 'any' : `${kinds.join('|')}[]`
    }
    const { name } = (type.symbol as ts.Symbol | undefined) ?? { name: '' }
    if (name === 'Uint8Array') return 'Buffer'
    return name === 'Date' || name === 'Buffer' ? name : 'object'
  }
}

function inCode(type: string): string {
  if (type.startsWith('_')) {
    const of = type === '_int8' ? 'string' : inCode(type.slice(1))
    return of === 'any' ? 'any' : `${of}[]`
  }
  return IN_CODE[type] ?? 'any'
}
