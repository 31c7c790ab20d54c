import { ACT_ROUTES, LIVE_ROUTES, REFERENCE_ROUTES } from '#lib/contract/routes/live-routes.ts'
import { PASSKEY_ROUTES } from '#lib/contract/routes/passkey-routes.ts'

/** The area of staff, whose first letters are written in any case (spec §2 and §7): pages stand at this spelling, calls at the same below /api. */
const AREA = /^(\/api)?\/(pres-live(?:-v1)?)(?=\/|$)/i
/** Calls whose whole path is written in any case; what stands for a parameter stays as it is. */
const CALLS = Object.values({ ...LIVE_ROUTES, ...ACT_ROUTES, ...REFERENCE_ROUTES, ...PASSKEY_ROUTES }).map(({ path }) => ({
  parts: `/api${path}`.split(/\{\w+\}/),
  pattern: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '([^/]+)')}(/?)$`, 'i'),
}))

/** The path at the area's own spelling; undefined if it is that already, or no path of staff. Whose page it is decides nothing: pages and calls ask for the session. */
export function pathOfStaff(path: string): string | undefined {
  const own = callOf(path) ?? areaOf(path)
  return own === path ? undefined : own
}

function callOf(path: string): string | undefined {
  for (const { parts, pattern } of CALLS) {
    const found = pattern.exec(path)
    if (found) return parts.map((part, at) => part + (found[at + 1] ?? '')).join('')
  }
  return undefined
}

function areaOf(path: string): string {
  return path.replace(
    AREA,
    (_all, api: string | undefined, name: string) => `${api === undefined ? '' : '/api'}/${name.toLowerCase().replace('pres', 'PRES')}`,
  )
}
