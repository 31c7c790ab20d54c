import { inject } from 'vitest'

const shops = inject('shops')
const worker = Number(process.env.VITEST_POOL_ID ?? 1)
const own = shops[(worker - 1) % shops.length]
if (!own) throw new Error('No shop is open: this file belongs to the browser tests.')

/** Where the shop of this worker is open, for example http://127.0.0.1:40123. Files of different workers never buy in one shop. */
export const shopOrigin = own.origin
/** Where the database of that shop keeps its files. */
export const shopDataDir = own.dataDir
