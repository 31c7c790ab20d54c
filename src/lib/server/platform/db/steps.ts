/** A table of states: from each, the states that may follow. */
type Machine = Readonly<Record<string, readonly string[]>>

/** The states from which a table leads to another. */
type Before<M extends Machine, To> = { [From in keyof M & string]: To extends M[From][number] ? From : never }[keyof M & string]

/** A step between states, as the parts of an UPDATE. */
export interface Step {
  /** Of SET: `state = 'paid'`. */
  readonly set: string
  /** Of WHERE: `state IN ('paying')`; it finds no row that is in another state. */
  readonly from: string
}

/**
 * A step of a table of states. The types refuse one that the table does not have, and the database's triggers refuse it too.
 * @param before the states from which this statement takes it; none: all from which the table leads there
 */
export function stepOf<const M extends Machine, To extends M[keyof M][number]>(
  machine: M,
  to: To,
  ...before: readonly Before<M, To>[]
): Step {
  const all = Object.keys(machine).filter((state) => machine[state]?.includes(to))
  const from = before.length === 0 ? all : before
  const wrong = from.find((state) => !all.includes(state))
  if (wrong !== undefined || from.length === 0) throw new Error(`No step leads from ${wrong ?? 'anywhere'} to ${to}.`)
  return { set: `state = '${to}'`, from: `state IN (${from.map((state) => `'${state}'`).join(', ')})` }
}
