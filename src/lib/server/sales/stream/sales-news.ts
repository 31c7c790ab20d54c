import { Listener } from '#lib/server/platform/db/listener.ts'
import { foldSales } from '#lib/server/sales/sums.ts'

/** The channel on which whoever adds sales to the sums names their presentations (db/functions/sales.sql). */
const CHANNEL = 'shura_sales'
/** How often a process with open dashboards adds sales to the sums, so that they are told soon; it costs nothing if there are none. */
const FOLD_EVERY_MS = 300

/** Presentations that were sold or given back; 'all' if it is not known which. */
export type ChangedSales = ReadonlySet<number> | 'all'

/** Hears of all sales of all processes, by one connection. @returns what ends it */
export function listenToSales(hear: (changed: ChangedSales) => void): { stop(): Promise<void> } {
  const listener = new Listener({
    ...{ name: 'shura sales', channel: CHANNEL },
    hear: (payload) => {
      hear(readNotice(payload))
    },
    // What was told while nobody listened is not known.
    begin: () => {
      hear('all')
    },
  })
  const folding = setInterval(() => void foldSales().catch(() => undefined), FOLD_EVERY_MS).unref()
  return {
    async stop() {
      clearInterval(folding)
      await listener.stop()
    },
  }
}

/** Anything that is no list of ids, which any user of the database can send, is about all. */
function readNotice(payload = ''): ChangedSales {
  return /^\d{1,10}(,\d{1,10})*$/.test(payload) ? new Set(payload.split(',').map(Number)) : 'all'
}
