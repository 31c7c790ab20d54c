import { settings } from '#lib/server/platform/config/settings.ts'

/**
 * `said`: what the next page tells, once (say-next.ts). `domain`: the presentation that is ordered of in the producers' domain. `staff`: the session of staff, which is never a customer's. `place`: the place in the line of a full shop. `once`: a secret on its way to the one page that shows it (shown-once.ts). Over https they are Secure and of this host alone; over plain http, as on one's own machine, Safari
 * would keep no such cookie.
 */
export function cookieNames(): {
  readonly sid: string
  readonly uuid: string
  readonly said: string
  readonly staff: string
  readonly domain: string
  readonly place: string
  readonly once: string
  readonly secure: boolean
} {
  const secure = settings().publicOrigin.startsWith('https:')
  const prefix = secure ? '__Host-' : ''
  return {
    sid: `${prefix}sid`,
    uuid: `${prefix}uuid`,
    said: `${prefix}said`,
    staff: `${prefix}staff`,
    domain: `${prefix}domain`,
    place: `${prefix}place`,
    once: `${prefix}once`,
    secure,
  }
}
