/** The area of staff, whose first letters are written in any case (spec §2 and §7): pages stand at this spelling, calls at the same below /api. */
const AREA = /^(\/api)?\/(pres-live(?:-v1)?)(?=\/|$)/i

/** The path at the area's own spelling; undefined if it is that already, or no path of staff. Whose page it is decides nothing: pages and calls ask for the session. */
export function pathOfStaff(path: string): string | undefined {
  const own = path.replace(
    AREA,
    (_all, api: string | undefined, name: string) => `${api === undefined ? '' : '/api'}/${name.toLowerCase().replace('pres', 'PRES')}`,
  )
  return own === path ? undefined : own
}
