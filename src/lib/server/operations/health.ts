import { database } from '#lib/server/platform/db/connect.ts'
import { isStorageFull } from '#lib/server/platform/db/storage.ts'

const PATIENCE_MS = 2000

let isStopping = false

/** From now on this process tells load balancers that it takes no further visitors. */
export function tellStopping(): void {
  isStopping = true
}

/** Whether this process takes visitors, whatever the database does: that is told by the shop's own pages. */
export function takesVisitors(): boolean {
  return !isStopping
}

/** Whether the database has disk space and answers a query within two seconds. */
export async function isReady(): Promise<boolean> {
  if (isStorageFull()) return false
  const answered = database()
    .query('SELECT 1')
    .then(
      () => true,
      () => false,
    )
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => {
    resolve(false)
  }, PATIENCE_MS)
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
