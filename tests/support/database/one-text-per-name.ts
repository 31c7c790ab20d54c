import pg from 'pg'

/**
 * pg refuses a second text for a statement's name only where both meet on one connection, which is a matter of luck. In tests any two do, over all pools of the
 * process.
 */
const texts = new Map<string, string>()

const query: unknown = Reflect.get(pg.Client.prototype, 'query')
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]): unknown {
    noteText(given[0])
    return typeof query === 'function' ? Reflect.apply(query, this, given) : undefined
  },
})

function noteText(asked: unknown): void {
  if (typeof asked !== 'object' || asked === null || !('name' in asked) || !('text' in asked)) return
  const { name, text } = asked
  if (typeof name !== 'string' || typeof text !== 'string') return
  const known = texts.get(name) ?? text
  if (known !== text) throw new Error(`The statement '${name}' has two texts:\n${known}\n${text}`)
  texts.set(name, text)
}
