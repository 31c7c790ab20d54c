import pg from 'pg'
import { afterAll } from 'vitest'

/**
 * Reports two texts under one statement name. pg itself notices only if both meet on one connection; this compares all pools of a
 * test file.
 */
const texts = new Map<string, string>()

const query: unknown = Reflect.get(pg.Client.prototype, 'query')
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]): unknown {
    noteText(given[0])
    return typeof query === 'function' ? Reflect.apply(query, this, given) : undefined
  },
})

// The next file of this process brings its own.
afterAll(() => {
  Object.assign(pg.Client.prototype, { query })
})

function noteText(asked: unknown): void {
  if (typeof asked !== 'object' || asked === null || !('name' in asked) || !('text' in asked)) return
  const { name, text } = asked
  if (typeof name !== 'string' || typeof text !== 'string') return
  const known = texts.get(name) ?? text
  if (known !== text) throw new Error(`The statement '${name}' has two texts:\n${known}\n${text}`)
  texts.set(name, text)
}
