import { inject } from 'vitest'
import { SECRET_OF_TESTS } from '#tests/support/processes/server.ts'

const shops = inject('shops')
const worker = Number(process.env.VITEST_POOL_ID ?? 1)
const own = shops[(worker - 1) % shops.length]
if (!own) throw new Error('No shop is open: this file belongs to the browser tests.')

// The shop's own, for what tests read and write by its keys. Settings are read once for all files of a worker, whichever comes first.
process.env.SECRET = SECRET_OF_TESTS

/** Where the shop of this worker is open, for example http://127.0.0.1:40123. Files of different workers never buy in one shop. */
export const shopOrigin = own.origin
/** Where the database of that shop keeps its files. */
export const shopDataDir = own.dataDir
