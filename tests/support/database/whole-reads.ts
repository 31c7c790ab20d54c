import type { Queryable } from '#lib/server/platform/db/connect.ts'
import type { Recorded } from './recorded.ts'

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Node[]
}

/** A table of which a statement reads all rows, whatever their number. */
export interface WholeRead {
  readonly table: string
  readonly statement: string
}

const EXPLAINED = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|\()/i

/**
 * The tables that a statement cannot but read whole, in a transaction of its own: one for which there is no index, or only one that is read from end to end. An index of some rows only is read as far as there are such rows.
 */
export async function wholeReads(client: Queryable, { text, values }: Recorded): Promise<readonly WholeRead[]> {
  if (!EXPLAINED.test(text)) return []
  // Row by row, so that a table is read whole only where no index leads to its rows.
  await client.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off')
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Node }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, [...values])
  const partial = await client.query<{ name: string }>('SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL')
  const some = new Set(partial.rows.map(({ name }) => name))
  const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => all(Plan)))
  const whole = nodes.filter((node) => isWhole(node, some)).map((node) => tableOf(node))
  return [...new Set(whole)].map((table) => ({ table, statement: text.replaceAll(/\s+/g, ' ').slice(0, 160) }))
}

function all(node: Node): readonly Node[] {
  return [node, ...(node.Plans ?? []).flatMap(all)]
}

function isWhole(node: Node, some: ReadonlySet<string>): boolean {
  if (node['Node Type'] === 'Seq Scan') return true
  return node['Index Name'] !== undefined && node['Index Cond'] === undefined && !some.has(node['Index Name'])
}

function tableOf(node: Node): string {
  return node['Relation Name'] ?? node['Index Name'] ?? ''
}
