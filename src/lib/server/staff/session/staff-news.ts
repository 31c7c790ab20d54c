import { Listener } from '#lib/server/platform/db/listener.ts'

/** The channel on which the database names accounts that changed (db/functions/staff.sql). */
const CHANNEL = 'shura_staff'

/**
 * Hears from all processes whose sign-in ended, and who may do or see something else now, by one connection. @returns what ends it
 * @param hear gets the number of the account; undefined: anybody's
 */
export function listenToStaff(hear: (staffId: number | undefined) => void): { stop(): Promise<void> } {
  return new Listener({
    ...{ name: 'shura staff', channel: CHANNEL },
    hear: (payload = '') => {
      hear(/^\d{1,10}$/.test(payload) ? Number(payload) : undefined)
    },
    // What was told while nobody listened is not known.
    begin: () => {
      hear(undefined)
    },
  })
}
