import pg from 'pg'
import type { RefusalCode } from '#lib/domain/refusal.ts'

const REFUSED = 'SH002'

/** The refusal that a statement has made of its transaction by `refuse_unless`; undefined: the error is another. */
export function refusalIn(error: unknown): RefusalCode | undefined {
  return error instanceof pg.DatabaseError && error.code === REFUSED ? (error.message as RefusalCode) : undefined
}
